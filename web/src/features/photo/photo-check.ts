import type { PhotoSubject } from './photo-subject.ts'

/** What may make a picture useless: 太暗 or 模糊. */
export type PhotoDoubt = 'dark' | 'blurred'

/** What a doubt is called. */
export const DOUBT_TEXT: Readonly<Record<PhotoDoubt, string>> = { dark: '照片太暗', blurred: '照片模糊' }

/** Pixels as a canvas gives them: red, green, blue and opacity of each, row by row. */
export interface Pixels {
  readonly data: ArrayLike<number>
  readonly width: number
  readonly height: number
}

/**
 * The size at which pictures are looked at, in pixels of the long edge: noise is averaged away, while a blur that hides
 * a scratch or the text of a screen still shows.
 */
export const CHECK_LONG_EDGE_PX = 640

/**
 * When a picture is worth a question, measured on drawn pictures of every shot that were darkened, blurred and shaken
 * (photo-check.test.ts). Brightness runs from 0 to 255, sharpness from 0 to 1.
 */
export const CHECK_LIMITS = {
  /**
   * The brightest twentieth is darker than this. A black phone on a lit table has a bright table around it; in a
   * picture that is too dark nothing is bright, but for a lamp or a reflection.
   */
  brightestAtLeast: 70,
  /** The same of a screen that is off: it is taken in a dimmed room, in light from the side. */
  brightestOfScreenOffAtLeast: 35,
  /**
   * The steepest edges change by less than this share of the picture's contrast from one pixel to the next. A sharp
   * picture of every shot has 0.28 or more in both directions, one that is out of focus or was shaken 0.14 or less in
   * one of them.
   */
  sharpnessAtLeast: 0.14,
  /** Below this contrast a picture has no edges to judge by, such as a white sheet. */
  contrastToJudge: 30,
} as const

/** How much of a picture counts as its brightest part. */
const BRIGHTEST_SHARE = 0.05
/** How many of the steepest changes are looked at: the outline of a phone alone has more. */
const STEEPEST_SHARE = 0.0003

/** The brightness of each pixel, weighed as eyes do (ITU-R BT.601). */
function brightnessOf({ data, width, height }: Pixels): Uint8ClampedArray {
  const brightness = new Uint8ClampedArray(width * height)
  for (let pixel = 0; pixel < brightness.length; pixel += 1) {
    const at = pixel * 4
    brightness[pixel] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
  }
  return brightness
}

/** How many pixels have each value of 0–255. */
type Counts = Uint32Array

function countsOf(values: Uint8ClampedArray): Counts {
  const counts = new Uint32Array(256)
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** The value that a share of all pixels reaches at least. */
function valueOfHighest(counts: Counts, share: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0) * share
  for (let value = 255; value > 0; value -= 1) {
    left -= counts[value] ?? 0
    if (left < 0) return value
  }
  return 0
}

/** The mean of so many of the highest values. */
function meanOfHighest(counts: Counts, wanted: number): number {
  let [left, sum] = [wanted, 0]
  for (let value = 255; value > 0 && left > 0; value -= 1) {
    const taken = Math.min(left, counts[value] ?? 0)
    sum += taken * value
    left -= taken
  }
  return sum / wanted
}

/** The mean of the steepest changes in one direction, in brightness a pixel. `step` leads to the next pixel. */
function steepestChange(brightness: Uint8ClampedArray, { width, height }: Pixels, step: number): number {
  const acrossTwo = new Uint8ClampedArray(width * height)
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      acrossTwo[at] = Math.abs((brightness[at + step] ?? 0) - (brightness[at - step] ?? 0))
    }
  }
  return meanOfHighest(countsOf(acrossTwo), Math.max(1, Math.round(acrossTwo.length * STEEPEST_SHARE))) / 2
}

/**
 * Looks at a picture: whether it is too dark or blurred to show what it is for. Null when nothing is to be asked.
 * @param pixels at most CHECK_LONG_EDGE_PX at the long edge
 * @param subject the screen that is off may be darker than everything else
 */
export function doubtAbout(pixels: Pixels, subject: PhotoSubject): PhotoDoubt | null {
  const brightness = brightnessOf(pixels)
  const counts = countsOf(brightness)
  const isScreenOff = subject.kind === 'real' && subject.position === 'front_off'
  const leastBright = isScreenOff ? CHECK_LIMITS.brightestOfScreenOffAtLeast : CHECK_LIMITS.brightestAtLeast
  if (valueOfHighest(counts, BRIGHTEST_SHARE) < leastBright) return 'dark'
  const contrast = valueOfHighest(counts, 0.01) - valueOfHighest(counts, 0.99)
  if (contrast < CHECK_LIMITS.contrastToJudge) return null
  // A picture that was shaken is sharp in one direction still.
  const changes = [1, pixels.width].map((step) => steepestChange(brightness, pixels, step))
  return Math.min(...changes) / contrast < CHECK_LIMITS.sharpnessAtLeast ? 'blurred' : null
}
