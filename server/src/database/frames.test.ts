import fc from 'fast-check'
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
  const bodies = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 })
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 })
  fc.assert(
    fc.property(bodies, cuts, (contents, places) => {
      const whole = Buffer.concat([START, ...contents.map((body) => message('Q', body))])
      const ends = [START.length]
      for (const body of contents) ends.push((ends.at(-1) ?? 0) + 5 + body.length)
      const cut = createFrameCutter()
      const at = [
        0,
        ...places.map((place) => place % (whole.length + 1)).sort((one, other) => one - other),
        whole.length,
      ]
      const given: Uint8Array[] = []
      let length = 0
      for (let index = 1; index < at.length; index += 1) {
        const { bytes } = cut(whole.subarray(at[index - 1], at[index]))
        given.push(bytes)
        length += bytes.length
        if (bytes.length > 0) expect(ends).toContain(length)
      }
      expect(Buffer.concat(given)).toEqual(whole)
    }),
  )
})

it('keeps a goodbye from the database, which would end for everyone', () => {
  const cut = createFrameCutter()
  const sent = Buffer.concat([START, message('Q', Buffer.from('a')), message('X', Buffer.alloc(0))])
  const { bytes, hasEnded } = cut(sent)
  expect(hasEnded).toBe(true)
  expect(Buffer.from(bytes)).toEqual(sent.subarray(0, -5))
})
