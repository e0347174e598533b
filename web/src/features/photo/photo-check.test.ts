import { describe, expect, test } from 'vitest'
import { doubtAbout, type Pixels } from './photo-check.ts'
import type { PhotoSubject } from './photo-subject.ts'

const [WIDTH, HEIGHT] = [480, 640]
const BACK: PhotoSubject = { kind: 'real', position: 'back' }
const SCREEN_OFF: PhotoSubject = { kind: 'real', position: 'front_off' }
const DEFECT: PhotoSubject = { kind: 'defect', itemCode: 'C01', optionCode: 'C01-3' }

/** A picture by the brightness of each place, with the noise of a camera: the same at every run. */
function pictureOf(brightnessAt: (x: number, y: number) => number): Pixels {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4)
  let noise = 1
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) {
    noise = (noise * 16_807) % 2_147_483_647
    const value = brightnessAt(pixel % WIDTH, Math.floor(pixel / WIDTH)) + ((noise % 7) - 3)
    data.set([value, value, value, 255], pixel * 4)
  }
  return { data, width: WIDTH, height: HEIGHT }
}

const isPhone = (x: number, y: number) => x > 120 && x < 360 && y > 60 && y < 580
const isLens = (x: number, y: number) => Math.hypot(x - 180, y - 130) < 26

/** A phone that lies on a table, with a lens. */
const phoneOn = (table: number, phone: number) =>
  pictureOf((x, y) => (isPhone(x, y) ? (isLens(x, y) ? phone / 2 : phone) : table))

/** The mean of a window around each place: a picture out of focus, or shaken where the window is flat. */
function smeared({ data, width, height }: Pixels, byX: number, byY: number): Pixels {
  const mean = (x: number, y: number) => {
    let [sum, count] = [0, 0]
    for (let dy = -byY; dy <= byY; dy += 1) {
      for (let dx = -byX; dx <= byX; dx += 1) {
        const [atX, atY] = [Math.min(width - 1, Math.max(0, x + dx)), Math.min(height - 1, Math.max(0, y + dy))]
        sum += data[(atY * width + atX) * 4] ?? 0
        count += 1
      }
    }
    return sum / count
  }
  return pictureOf(mean)
}

const dimmed = ({ data, ...size }: Pixels, share: number): Pixels => ({
  ...size,
  data: Uint8ClampedArray.from(data, (value, at) => (at % 4 === 3 ? value : value * share)),
})

describe('a picture before it is sent', () => {
  test('of a phone in the light gives no doubt', () => {
    expect(doubtAbout(phoneOn(190, 120), BACK)).toBeNull()
    expect(doubtAbout(phoneOn(60, 230), BACK)).toBeNull()
  })

  test('of a black phone on a light table is not dark', () => {
    expect(doubtAbout(phoneOn(180, 14), BACK)).toBeNull()
  })

  test('in which nothing is bright is dark', () => {
    expect(doubtAbout(dimmed(phoneOn(190, 120), 0.25), BACK)).toBe('dark')
    expect(
      doubtAbout(
        pictureOf(() => 8),
        DEFECT,
      ),
    ).toBe('dark')
  })

  test('with one lamp in a dark room is dark still', () => {
    const lamp = pictureOf((x, y) => (Math.hypot(x - 400, y - 60) < 40 ? 250 : isPhone(x, y) ? 18 : 30))
    expect(doubtAbout(lamp, BACK)).toBe('dark')
  })

  test('of a screen that is off may be darker, but not black', () => {
    const dim = dimmed(phoneOn(190, 40), 0.25)
    expect(doubtAbout(dim, BACK)).toBe('dark')
    expect(doubtAbout(dim, SCREEN_OFF)).toBeNull()
    expect(doubtAbout(dimmed(phoneOn(190, 40), 0.1), SCREEN_OFF)).toBe('dark')
  })

  test('out of focus or shaken is blurred, a soft one is not', () => {
    const sharp = phoneOn(190, 60)
    expect(doubtAbout(smeared(sharp, 1, 1), BACK)).toBeNull()
    expect(doubtAbout(smeared(sharp, 5, 5), BACK)).toBe('blurred')
    expect(doubtAbout(smeared(sharp, 8, 0), BACK)).toBe('blurred')
    expect(doubtAbout(smeared(sharp, 0, 8), BACK)).toBe('blurred')
  })

  test('without anything to judge by is left to the person', () => {
    expect(
      doubtAbout(
        pictureOf(() => 240),
        BACK,
      ),
    ).toBeNull()
  })
})
