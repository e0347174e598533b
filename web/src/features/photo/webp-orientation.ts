/** As EXIF numbers the ways in which a picture may lie: 1 is upright, 6 is turned a quarter to the left. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const UPRIGHT: Orientation = 1
const ORIENTATION_TAG = 0x0112
const RIFF_HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const ENTRY_BYTES = 12

const textAt = (view: DataView, at: number, length: number): string =>
  at + length > view.byteLength
    ? ''
    : String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)))

/** The orientation in a TIFF that begins at `from`, as EXIF is written (CIPA DC-008). @throws RangeError where it is cut */
function orientationIn(view: DataView, from: number): number {
  const isLittle = textAt(view, from, 2) === 'II'
  const entriesAt = from + view.getUint32(from + 4, isLittle)
  const count = view.getUint16(entriesAt, isLittle)
  for (let entry = 0; entry < count; entry += 1) {
    const at = entriesAt + 2 + entry * ENTRY_BYTES
    if (view.getUint16(at, isLittle) === ORIENTATION_TAG) return view.getUint16(at + 8, isLittle)
  }
  return UPRIGHT
}

/** Where the EXIF of a WebP begins, with or without the head that some programs put before it; null without one. */
function exifAt(view: DataView): number | null {
  for (let at = RIFF_HEAD_BYTES; at + CHUNK_HEAD_BYTES <= view.byteLength; ) {
    const begins = at + CHUNK_HEAD_BYTES
    if (textAt(view, at, 4) === 'EXIF') return textAt(view, begins, 4) === 'Exif' ? begins + 6 : begins
    const size = view.getUint32(at + 4, true)
    at = begins + size + (size % 2)
  }
  return null
}

/**
 * How a WebP lies by what its camera wrote: browsers turn JPEG, PNG and AVIF by it, and no WebP
 * (findings/browsers-leave-a-webp-lying-that-sharp-turns.sh). Upright for every other picture.
 * @throws RangeError where what it wrote is cut
 */
export async function webpOrientation(picture: Blob): Promise<Orientation> {
  const head = new DataView(await picture.slice(0, RIFF_HEAD_BYTES).arrayBuffer())
  if (textAt(head, 0, 4) !== 'RIFF' || textAt(head, 8, 4) !== 'WEBP') return UPRIGHT
  const view = new DataView(await picture.arrayBuffer())
  const at = exifAt(view)
  const told = at === null ? UPRIGHT : orientationIn(view, at)
  return told >= 1 && told <= 8 ? (told as Orientation) : UPRIGHT
}

/** True where width and height change places. */
export const liesAcross = (orientation: Orientation): boolean => orientation >= 5

/** The matrix that draws a picture upright into a canvas of `width` by `height`, as the canvas's `transform` takes it. */
export function uprightMatrix(
  orientation: Orientation,
  { width, height }: { readonly width: number; readonly height: number },
): readonly [number, number, number, number, number, number] {
  const matrices = {
    1: [1, 0, 0, 1, 0, 0],
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, width, 0],
    7: [0, -1, -1, 0, width, height],
    8: [0, -1, 1, 0, 0, height],
  } as const
  return matrices[orientation]
}
