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
