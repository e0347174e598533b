import { expect, test } from 'vitest'
import { liesAcross, type Orientation, uprightMatrix, webpOrientation } from './webp-orientation.ts'

const chunk = (name: string, content: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(8 + content.length + (content.length % 2))
  bytes.set(new TextEncoder().encode(name))
  new DataView(bytes.buffer).setUint32(4, content.length, true)
  bytes.set(content, 8)
  return bytes
}

/** A TIFF of one entry, the orientation. */
function tiff(orientation: number, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(26))
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, isLittle)
  view.setUint32(4, 8, isLittle)
  view.setUint16(8, 1, isLittle)
  view.setUint16(10, 0x0112, isLittle)
  view.setUint16(12, 3, isLittle)
  view.setUint32(14, 1, isLittle)
  view.setUint16(18, orientation, isLittle)
  return new Uint8Array(view.buffer)
}

const webp = (...chunks: readonly Uint8Array[]): Blob => {
  const head = new TextEncoder().encode('RIFF\0\0\0\0WEBP')
  return new Blob([head, ...chunks].map((part) => new Uint8Array(part)))
}
const EXIF_HEAD = new TextEncoder().encode('Exif\0\0')
const odd = chunk('VP8 ', new Uint8Array(5))

test.each([
  ['little-endian', webp(odd, chunk('EXIF', tiff(6, true)))],
  ['big-endian', webp(odd, chunk('EXIF', tiff(6, false)))],
  ['behind the head of a JPEG', webp(odd, chunk('EXIF', new Uint8Array([...EXIF_HEAD, ...tiff(6, true)])))],
])('defect: a WebP that a phone had held on its side stayed so, %s', async (_, picture) => {
  expect(await webpOrientation(picture)).toBe(6)
})

test('every other picture is upright by the browser itself', async () => {
  expect(await webpOrientation(webp(odd))).toBe(1)
  expect(await webpOrientation(webp(chunk('EXIF', tiff(9, true))))).toBe(1)
  expect(await webpOrientation(new Blob(['\u00ff\u00d8 a JPEG']))).toBe(1)
  expect(await webpOrientation(new Blob([]))).toBe(1)
  await expect(webpOrientation(webp(chunk('EXIF', tiff(6, true).slice(0, 12))))).rejects.toThrow(RangeError)
})

/** Where the corner at the beginning of the first stored row comes to lie (CIPA DC-008, orientation). */
test.each([
  [1, 0, 0],
  [2, 30, 0],
  [3, 30, 40],
  [4, 0, 40],
  [5, 0, 0],
  [6, 30, 0],
  [7, 30, 40],
  [8, 0, 40],
] as const)('orientation %i fills the canvas, its first corner at %i, %i', (orientation: Orientation, left, top) => {
  const size = { width: 30, height: 40 }
  const [a, b, c, d, e, f] = uprightMatrix(orientation, size)
  const at = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f]
  const [width, height] = liesAcross(orientation) ? [40, 30] : [30, 40]
  expect(at(0, 0)).toEqual([left, top])
  const corners = [at(0, 0), at(width, 0), at(0, height), at(width, height)].map(String).sort()
  expect(corners).toEqual(['0,0', '0,40', '30,0', '30,40'])
})
