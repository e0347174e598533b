import { GLYPH_LETTERS, GLYPHS } from '@huanji/server/modules/auth/captcha-glyphs'
import type { Page } from '@playwright/test'

interface Pixels {
  readonly width: number
  readonly height: number
  /** One value a pixel, row by row: how far it is from the paper, 0 to 255. */
  readonly ink: readonly number[]
}

const LETTERS = 4
/** Where the letters stand, and how much they may be moved, turned, leant and sized: looked at in these steps. */
const FIRST_X = 20
const STEP_X = 30
const TURNS = [-0.3, -0.15, 0, 0.15, 0.3]
const LEANS = [-0.2, 0, 0.2]
const SIZES = [1.6, 1.78, 1.95]
const SHIFTS_X = [-4, -2, 0, 2, 4]
const SHIFTS_Y = [-3, -1, 1, 3]
const POINTS_EVERY = 1.2
/** From here on a pixel counts as ink. */
const INKED = 90
const REACH_PX = 2

/** What is used of the browser's own objects. */
interface Canvas {
  width: number
  height: number
  getContext(kind: '2d'): {
    drawImage(image: Picture, x: number, y: number): void
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray }
  }
}
interface Picture {
  readonly naturalWidth: number
  readonly naturalHeight: number
  readonly ownerDocument: { createElement(name: 'canvas'): Canvas }
  decode(): Promise<void>
}

async function lookAt(image: Picture): Promise<Pixels> {
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  const canvas = Object.assign(image.ownerDocument.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const ink = Array.from({ length: width * height }, (_, index) => {
    const [red = 255, green = 255, blue = 255] = data.subarray(index * 4, index * 4 + 3)
    return 255 - Math.min(red, green, blue)
  })
  return { width, height, ink }
}

type Point = readonly [x: number, y: number]

/** Points along a letter's strokes, close together, on its field of 10 by 14. */
function pointsOf(letter: string): Point[] {
  return (GLYPHS[letter] ?? []).flatMap((stroke) =>
    stroke.slice(1).flatMap(([toX, toY], index) => {
      const [fromX, fromY] = stroke[index] ?? [toX, toY]
      const steps = Math.ceil(Math.hypot(toX - fromX, toY - fromY) / POINTS_EVERY)
      return Array.from({ length: steps + 1 }, (_, step): Point => {
        const share = step / Math.max(1, steps)
        return [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]
      })
    }),
  )
}

const LETTER_POINTS = GLYPH_LETTERS.map((letter) => ({ letter, points: pointsOf(letter) }))

/** How well a letter at a place explains the ink there: strokes on ink count for it, ink away from strokes against it. */
function matchOf({ width, height, ink }: Pixels, placed: readonly Point[], centreX: number): number {
  const near = new Set<number>()
  let hits = 0
  for (const [x, y] of placed) {
    const [column, row] = [Math.round(x), Math.round(y)]
    if ((ink[row * width + column] ?? 0) > INKED) hits += 1
    for (let dy = -REACH_PX; dy <= REACH_PX; dy += 1) {
      for (let dx = -REACH_PX; dx <= REACH_PX; dx += 1) near.add((row + dy) * width + column + dx)
    }
  }
  let inked = 0
  let explained = 0
  for (let row = 0; row < height; row += 1) {
    for (let column = Math.round(centreX - 11); column <= centreX + 11; column += 1) {
      if ((ink[row * width + column] ?? 0) <= INKED) continue
      inked += 1
      if (near.has(row * width + column)) explained += 1
    }
  }
  return hits / placed.length + (inked === 0 ? 0 : explained / inked)
}

function bestLetter(pixels: Pixels, index: number): string {
  let best = { letter: '', match: 0 }
  for (const turn of TURNS)
    for (const lean of LEANS)
      for (const size of SIZES)
        for (const shiftX of SHIFTS_X)
          for (const shiftY of SHIFTS_Y) {
            const centreX = FIRST_X + index * STEP_X + shiftX
            const centreY = pixels.height / 2 + shiftY
            for (const { letter, points } of LETTER_POINTS) {
              const placed = points.map(([glyphX, glyphY]): Point => {
                const x = (glyphX - 5 + lean * (glyphY - 7)) * size
                const y = (glyphY - 7) * size
                return [
                  centreX + x * Math.cos(turn) - y * Math.sin(turn),
                  centreY + x * Math.sin(turn) + y * Math.cos(turn),
                ]
              })
              const hits = placed.filter(
                ([x, y]) => (pixels.ink[Math.round(y) * pixels.width + Math.round(x)] ?? 0) > INKED,
              ).length
              // most places are plainly wrong, and looking closer is what costs
              if (hits / placed.length < 0.75) continue
              const match = matchOf(pixels, placed, centreX)
              if (match > best.match) best = { letter, match }
            }
          }
  return best.letter || 'A'
}

/** Reads the image captcha on the page as a person would; now and then it reads wrong, as people do. */
export async function readCaptcha(page: Page): Promise<string> {
  const pixels: Pixels = await page.getByRole('img', { name: '图形验证码' }).evaluate(lookAt)
  return Array.from({ length: LETTERS }, (_, index) => bestLetter(pixels, index)).join('')
}
