import sharp from 'sharp'
import { drawMotif, type Motif } from './drawing.ts'

/** The fronts and papers look alike whatever the body's colour; two variants of each motif are enough for the eye. */
const SAME_IN_EVERY_PAINT: readonly string[] = ['front_off', 'front_on', 'about', 'battery', 'A14']
const VARIANTS = 2

/** Takes the pictures of the demo phones: drawn, never photographed, and each motif drawn once. */
export interface Photographer {
  /** The JPEG of a motif, its longer edge at least 1200 px. */
  take(motif: Motif): Promise<Buffer>
}

/** A photographer with an empty drawer. */
export function createPhotographer(): Photographer {
  const taken = new Map<string, Promise<Buffer>>()
  return {
    take: (wanted) => {
      const paint = SAME_IN_EVERY_PAINT.includes(wanted.subject) ? 'black' : wanted.paint
      const motif = { ...wanted, paint, variant: wanted.variant % VARIANTS }
      const name = JSON.stringify(motif)
      const picture = taken.get(name) ?? develop(motif)
      taken.set(name, picture)
      return picture
    },
  }
}

const develop = (motif: Motif): Promise<Buffer> =>
  sharp(Buffer.from(drawMotif(motif)))
    .jpeg({ quality: 82 })
    .toBuffer()
