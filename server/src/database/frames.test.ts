import { expect, it } from 'vitest'
import { createFrameCutter } from './frames.ts'

const START = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0])
const message = (type: string, body: Uint8Array) => {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

it('gives every byte on once and in order, in whole messages, however the stream was cut', () => {
  const lengths = [0, 1, 4, 40, 0, 300]
  const whole = Buffer.concat([START, ...lengths.map((length) => message('Q', Buffer.alloc(length, length)))])
  const ends = new Set([0, START.length])
  for (const length of lengths) ends.add(Math.max(...ends) + 5 + length)
  for (let size = 1; size <= whole.length; size += 1) {
    const cut = createFrameCutter()
    const given: Uint8Array[] = []
    for (let at = 0; at < whole.length; at += size) {
      given.push(cut(whole.subarray(at, at + size)).bytes)
      expect(ends).toContain(Buffer.concat(given).length)
    }
    expect(Buffer.concat(given).equals(whole)).toBe(true)
  }
})

it('keeps a goodbye from the database, which would end for everyone', () => {
  const cut = createFrameCutter()
  const sent = Buffer.concat([START, message('Q', Buffer.from('a')), message('X', Buffer.alloc(0))])
  const { bytes, hasEnded } = cut(sent)
  expect(hasEnded).toBe(true)
  expect(Buffer.from(bytes)).toEqual(sent.subarray(0, -5))
})
