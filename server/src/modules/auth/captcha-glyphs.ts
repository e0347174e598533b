import { dictionary } from '@huanji/domain/dictionary'

type Point = readonly [x: number, y: number]
type Stroke = readonly Point[]

/** Reads strokes written as `x,y x,y | x,y x,y` on a field of 10 by 14. */
function strokes(text: string): readonly Stroke[] {
  return text.split('|').map((stroke) =>
    stroke
      .trim()
      .split(' ')
      .map((pair): Point => {
        const [x = '', y = ''] = pair.split(',')
        return [Number(x), Number(y)]
      }),
  )
}

/**
 * The letters of the image captcha as strokes, so that no font is needed. Characters that people mix up
 * (0 O D Q, 1 I, 2 Z, 5 S, 6 G, 8 B) are left out.
 */
export const GLYPHS: Readonly<Record<string, readonly Stroke[]>> = dictionary({
  A: strokes('0,14 5,0 10,14 | 2,9 8,9'),
  C: strokes('9,3 7,0 3,0 0,4 0,10 3,14 7,14 9,11'),
  E: strokes('9,0 0,0 0,14 9,14 | 0,7 7,7'),
  F: strokes('9,0 0,0 0,14 | 0,7 7,7'),
  H: strokes('0,0 0,14 | 10,0 10,14 | 0,7 10,7'),
  J: strokes('4,0 10,0 | 8,0 8,10 6,14 2,14 0,11'),
  K: strokes('0,0 0,14 | 9,0 0,8 | 3,6 10,14'),
  L: strokes('0,0 0,14 9,14'),
  M: strokes('0,14 0,0 5,8 10,0 10,14'),
  N: strokes('0,14 0,0 10,14 10,0'),
  P: strokes('0,14 0,0 7,0 10,2 10,5 7,8 0,8'),
  R: strokes('0,14 0,0 7,0 10,2 10,5 7,7 0,7 | 5,7 10,14'),
  T: strokes('0,0 10,0 | 5,0 5,14'),
  U: strokes('0,0 0,10 3,14 7,14 10,10 10,0'),
  V: strokes('0,0 5,14 10,0'),
  W: strokes('0,0 2,14 5,6 8,14 10,0'),
  X: strokes('0,0 10,14 | 10,0 0,14'),
  Y: strokes('0,0 5,7 10,0 | 5,7 5,14'),
  3: strokes('0,1 3,0 7,0 10,2 10,5 7,7 3,7 | 7,7 10,9 10,12 7,14 3,14 0,13'),
  4: strokes('8,14 8,0 0,10 10,10'),
  7: strokes('0,0 10,0 4,14'),
})

/** The characters an answer is made of. */
export const GLYPH_LETTERS = Object.keys(GLYPHS)
