import { describe, expect, it } from 'vitest'
import { BadForm, boundaryOf, readUploadForm } from './multipart.ts'

const part = (name: string, content: string | Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const END = Buffer.from('--edge--\r\n')

async function* inPieces(whole: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0
  for (let index = 0; at < whole.length; index += 1) {
    const size = sizes[index % sizes.length] ?? whole.length
    yield whole.subarray(at, at + size)
    at += size
  }
}

async function parse(whole: Buffer, sizes: readonly number[] = [whole.length]) {
  const pieces: Buffer[] = []
  let fields: Record<string, string> = {}
  await readUploadForm(inPieces(whole, sizes), 'edge', async (given) => {
    fields = Object.fromEntries(given)
    return { write: async (piece) => void pieces.push(Buffer.from(piece)) }
  })
  return { fields, file: Buffer.concat(pieces) }
}

describe('an upload form', () => {
  it('gives its fields and its file byte for byte, however the stream was cut', async () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    // with what looks like the end of the file but is not
    const file = Buffer.concat([Buffer.from('\r\n--edg\r\n--\r\n'), all, Buffer.from('\r\n--ed')])
    const whole = Buffer.concat([
      part('key', '照片'),
      part('Content-Type', 'image/jpeg'),
      part('file', file, '; filename="a.jpg"'),
      END,
    ])
    for (let size = 1; size <= whole.length; size += 1) {
      const parsed = await parse(whole, [size, 1, size + 7])
      expect(parsed.fields).toEqual({ key: '照片', 'Content-Type': 'image/jpeg' })
      expect(parsed.file.equals(file)).toBe(true)
    }
  })

  it.each([
    ['has no file', Buffer.concat([part('key', 'a'), END])],
    ['ends too early', part('file', 'abc')],
    ['has a field that is too long', Buffer.concat([part('key', 'x'.repeat(9000)), part('file', 'a'), END])],
    [
      'has too many fields',
      Buffer.concat([...Array.from({ length: 30 }, (_, n) => part(`f${n}`, '')), part('file', 'a'), END]),
    ],
    ['has a part without a name', Buffer.from('--edge\r\nContent-Type: text/plain\r\n\r\na\r\n--edge--\r\n')],
    ['has endless headers', Buffer.from(`--edge\r\n${'x'.repeat(10_000)}`)],
    ['is none', Buffer.from('hello')],
  ])('is refused when it %s', async (_name, whole) => {
    await expect(parse(whole, [100])).rejects.toThrow(BadForm)
  })
})

it('reads the boundary of a content type', () => {
  expect(boundaryOf('multipart/form-data; boundary=----WebKitX')).toBe('----WebKitX')
  expect(boundaryOf('multipart/form-data; boundary="a b"')).toBe('a b')
  expect(boundaryOf('application/json')).toBeNull()
  expect(boundaryOf('multipart/form-data')).toBeNull()
})
