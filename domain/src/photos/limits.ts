/** Limits of the photo module (docs/domain.md §4.2). Lengths in pixels, sizes in bytes. */
export const PHOTO_LIMITS = {
  realMax: 15,
  defectMaxPerItem: 3,
  defectMax: 20,
  maxBytes: 10 * 1024 * 1024,
  minLongEdgePx: 800,
  maxLongEdgePx: 1800,
  quality: 0.8,
} as const

export const PHOTO_FORMAT_MESSAGE = '请上传JPG/PNG格式'
/** Of a file that is named a picture and holds none, or nothing at all: to send it again is of no use. */
export const PHOTO_DAMAGED_MESSAGE = '图片已损坏或为空，请重新选择'
