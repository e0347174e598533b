import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { refuse } from '../errors/refusal.ts'

const LONG_EDGE_MAX_PX = 1800
/** What a photograph of ours has at least; others' pictures are taken as they are. */
export const LONG_EDGE_MIN_PX = 800
const THUMB_LONG_EDGE_PX = 320
/** What a sensor of “50 million” gives is a little more: 8192 × 6144. */
const PIXELS_MAX = 52_000_000
const QUALITY = 80

/** A photograph as it is kept. */
export interface NormalisedImage {
  /** JPEG, upright, without EXIF, long edge at most 1800 px. */
  readonly full: Buffer
  /** WebP, long edge 320 px. */
  readonly thumb: Buffer
  /** Of `full`, in pixels. */
  readonly width: number
  readonly height: number
  /** Of the bytes that were sent, in hex: finds the same photograph again. */
  readonly sha256: string
}

type Format = 'jpeg' | 'png' | 'webp' | 'heic' | null

function formatOf(bytes: Uint8Array): Format {
  const ascii = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp'
  if (ascii(4, 8) === 'ftyp' && /^(hei[cmsx]|hev[cmsx]|mif1|msf1|avif)/.test(ascii(8, 12))) return 'heic'
  return null
}

const invalid = (message: string): never => refuse('PHOTO_INVALID', { message })

/**
 * Decodes an uploaded photograph and encodes it anew: upright, of bounded size, without EXIF or position.
 * Slow: never inside a transaction. Refuses PHOTO_INVALID for another format, a damaged file, more pixels than
 * a sensor of 50 million gives, or a long edge below `longEdgeMinPx` (docs/domain.md §4.2).
 */
export async function normaliseImage(bytes: Uint8Array, longEdgeMinPx = LONG_EDGE_MIN_PX): Promise<NormalisedImage> {
  const format = formatOf(bytes)
  if (format === 'heic')
    return invalid('这是HEIC/AVIF格式的照片，无法使用：请在相机设置中选“兼容性最佳”后重拍，或另存为JPG再上传')
  if (format === null) return invalid('请上传JPG、PNG或WebP格式的照片')
  const size = await sizeOf(bytes)
  if (size.width * size.height > PIXELS_MAX) return invalid('照片像素过大，请上传5000万像素以内的照片')
  if (Math.max(size.width, size.height) < longEdgeMinPx) {
    return invalid(`照片不够清晰，长边至少${longEdgeMinPx}像素，请重新拍摄`)
  }
  try {
    return await encodeAnew(bytes)
  } catch {
    return invalid('照片文件已损坏，请重新拍摄或重新选择')
  }
}

async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return { width, height }
  } catch {
    return invalid('照片文件已损坏，请重新拍摄或重新选择')
  }
}

async function encodeAnew(bytes: Uint8Array): Promise<NormalisedImage> {
  const upright = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
  const inside = (edge: number) => ({ width: edge, height: edge, fit: 'inside' as const, withoutEnlargement: true })
  const full = await upright
    .clone()
    .resize(inside(LONG_EDGE_MAX_PX))
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
  const thumb = await sharp(full.data).resize(inside(THUMB_LONG_EDGE_PX)).webp({ quality: QUALITY }).toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { full: full.data, thumb, width: full.info.width, height: full.info.height, sha256 }
}
