import { PHOTO_FORMAT_MESSAGE, PHOTO_LIMITS } from '@huanji/domain/photos/shots'
import { PictureFault } from './photo-queue.ts'

/** The size that a picture is brought to: never larger than it is, and its long edge within the limit. */
export function targetSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, PHOTO_LIMITS.maxLongEdgePx / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/**
 * Decodes a picture, turns it upright, and gives it as a JPEG of at most 1800 px (docs/domain.md §4.2). What a camera
 * wrote beside the picture, its place included, is gone with that.
 * @throws PictureFault when the browser cannot read it (HEIC), or when it is too small to show anything
 */
export async function shrinkPicture(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap === null) throw new PictureFault(PHOTO_FORMAT_MESSAGE)
  try {
    if (Math.max(bitmap.width, bitmap.height) < PHOTO_LIMITS.minLongEdgePx) {
      throw new PictureFault(`照片太小，长边至少${PHOTO_LIMITS.minLongEdgePx}像素，请重新拍摄`)
    }
    const size = targetSize(bitmap.width, bitmap.height)
    const canvas = Object.assign(document.createElement('canvas'), size)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, size.width, size.height)
    const small = await new Promise<Blob | null>((give) => canvas.toBlob(give, 'image/jpeg', PHOTO_LIMITS.quality))
    if (small === null) throw new PictureFault('照片处理失败，请换一张照片重试')
    return small
  } finally {
    bitmap.close()
  }
}
