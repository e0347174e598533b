import sharp from 'sharp'
import { randomToken } from '../../platform/ids.ts'
import { GLYPH_LETTERS, GLYPHS } from './captcha-glyphs.ts'

const LETTERS = 4
const WIDTH_PX = 132
const HEIGHT_PX = 44
const INKS = ['#1d3b6f', '#6a2c3e', '#2f5d3a', '#5b3f8c', '#7a4a12']

/** Random values between two bounds, drawn from one handful of random bytes. */
function dice(): (from: number, to: number) => number {
  const bytes = Buffer.from(randomToken(1200), 'base64url')
  let at = 0
  return (from, to) => {
    const value = bytes.readUInt16BE(at % (bytes.length - 1))
    at += 2
    return from + (value / 65_536) * (to - from)
  }
}

type Dice = ReturnType<typeof dice>

const one = <T>(roll: Dice, from: readonly T[]): T | undefined => from[Math.floor(roll(0, from.length))]

function drawLetter(roll: Dice, letter: string, index: number): string {
  const turn = roll(-0.35, 0.35)
  const lean = roll(-0.25, 0.25)
  const size = roll(1.55, 2)
  const centreX = 20 + index * 30 + roll(-4, 4)
  const centreY = HEIGHT_PX / 2 + roll(-3, 3)
  const place = ([glyphX, glyphY]: readonly [number, number]): string => {
    const x = (glyphX - 5 + lean * (glyphY - 7)) * size + roll(-0.9, 0.9)
    const y = (glyphY - 7) * size + roll(-0.9, 0.9)
    const turnedX = centreX + x * Math.cos(turn) - y * Math.sin(turn)
    const turnedY = centreY + x * Math.sin(turn) + y * Math.cos(turn)
    return `${turnedX.toFixed(1)},${turnedY.toFixed(1)}`
  }
  const ink = one(roll, INKS)
  return (GLYPHS[letter] ?? [])
    .map(
      (stroke) =>
        `<polyline points="${stroke.map(place).join(' ')}" stroke="${ink}" stroke-width="${roll(2, 3).toFixed(1)}"/>`,
    )
    .join('')
}

/** Curves right across the letters in their own colours: what a program would have to take apart. */
function drawNoise(roll: Dice): string {
  const curves = Array.from({ length: 4 }, () => {
    const heights = Array.from({ length: 4 }, () => roll(2, HEIGHT_PX - 2).toFixed(1))
    const path = `M0,${heights[0]} C${WIDTH_PX / 3},${heights[1]} ${(WIDTH_PX * 2) / 3},${heights[2]} ${WIDTH_PX},${heights[3]}`
    return `<path d="${path}" stroke="${one(roll, INKS)}" stroke-width="${roll(1, 1.8).toFixed(1)}"/>`
  })
  const dots = Array.from({ length: 40 }, () => {
    const [x, y] = [roll(0, WIDTH_PX).toFixed(1), roll(0, HEIGHT_PX).toFixed(1)]
    return `<circle cx="${x}" cy="${y}" r="${roll(0.5, 1.2).toFixed(1)}" fill="${one(roll, INKS)}" stroke="none"/>`
  })
  return curves.join('') + dots.join('')
}

/** Four random letters of the captcha's alphabet. */
export function captchaAnswer(): string {
  const roll = dice()
  return Array.from({ length: LETTERS }, () => one(roll, GLYPH_LETTERS) ?? '').join('')
}

/** The picture of an answer as a PNG in a data address; it is drawn differently each time. Slow: never inside a transaction. */
export async function drawCaptcha(answer: string): Promise<string> {
  const roll = dice()
  const letters = [...answer].map((letter, index) => drawLetter(roll, letter, index)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}">
    <rect width="100%" height="100%" fill="#f4f6fa"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">${letters}${drawNoise(roll)}</g></svg>`
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
