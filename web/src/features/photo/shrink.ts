import { PHOTO_DAMAGED_MESSAGE, PHOTO_FORMAT_MESSAGE, PHOTO_LIMITS } from '@huanji/domain/photos/limits'
import { CHECK_LONG_EDGE_PX, doubtAbout, type PhotoDoubt } from './photo-check.ts'
import { PictureFault, type PreparedPicture } from './photo-queue.ts'
import type { PhotoSubject } from './photo-subject.ts'
import { liesAcross, type Orientation, uprightMatrix, webpOrientation } from './webp-orientation.ts'

/** A size with its long edge within a limit; never larger than it is. */
export function targetSize(
  width: number,
  height: number,
  longEdgePx: number = PHOTO_LIMITS.maxLongEdgePx,
): { width: number; height: number } {
  const scale = Math.min(1, longEdgePx / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function drawn(
  source: CanvasImageSource,
  size: { width: number; height: number },
  orientation: Orientation = 1,
): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    // a cut-out picture has nothing behind it, and a JPEG of nothing is black; the server puts white there too
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, size.width, size.height)
    const { width, height } = liesAcross(orientation) ? { width: size.height, height: size.width } : size
    if (orientation !== 1) context.transform(...uprightMatrix(orientation, size))
    context.drawImage(source, 0, 0, width, height)
  }
  return canvas
}

/** Looks at a small copy, so that the page does not stall. */
function lookAt(canvas: HTMLCanvasElement, subject: PhotoSubject): PhotoDoubt | null {
  const size = targetSize(canvas.width, canvas.height, CHECK_LONG_EDGE_PX)
  const pixels = drawn(canvas, size).getContext('2d')?.getImageData(0, 0, size.width, size.height)
  return pixels ? doubtAbout(pixels, subject) : null
}

/** Kinds of file that every browser reads, where the file is whole. */
const READABLE = /^image\/(jpeg|png|gif|webp|bmp)$/

/** Why a file cannot be read as a picture. Phones give HEIC the name of a JPEG too: its first box says what it is. */
async function faultOf(picture: Blob): Promise<string> {
  const start = await picture
    .slice(4, 8)
    .text()
    .catch(() => '')
  const isWhole = picture.size > 0 && (start === 'ftyp' || !READABLE.test(picture.type))
  return isWhole ? PHOTO_FORMAT_MESSAGE : PHOTO_DAMAGED_MESSAGE
}

/**
 * Decodes a picture, turns it upright, and gives it as a JPEG of at most 1800 px (docs/domain.md §4.2), with what makes
 * it doubtful. What a camera wrote beside the picture, its place included, is gone with that.
 * @throws PictureFault when the browser cannot read it (HEIC), when it is damaged, or when it is too small to show anything
 */
export async function preparePicture(picture: Blob, subject: PhotoSubject): Promise<PreparedPicture> {
  // what cannot be told is left to the browser
  const orientation = await webpOrientation(picture).catch(() => 1 as const)
  const imageOrientation = orientation === 1 ? 'from-image' : 'none'
  const bitmap = await createImageBitmap(picture, { imageOrientation }).catch(() => null)
  if (bitmap === null) throw new PictureFault(await faultOf(picture))
  try {
    if (Math.max(bitmap.width, bitmap.height) < PHOTO_LIMITS.minLongEdgePx) {
      throw new PictureFault(`照片太小，长边至少${PHOTO_LIMITS.minLongEdgePx}像素，请重新拍摄`)
    }
    const [across, down] = liesAcross(orientation) ? [bitmap.height, bitmap.width] : [bitmap.width, bitmap.height]
    const canvas = drawn(bitmap, targetSize(across, down), orientation)
    const doubt = lookAt(canvas, subject)
    const small = await new Promise<Blob | null>((give) => canvas.toBlob(give, 'image/jpeg', PHOTO_LIMITS.quality))
    if (small === null) throw new PictureFault('照片处理失败，请换一张照片重试')
    return { picture: small, doubt }
  } finally {
    bitmap.close()
  }
}
