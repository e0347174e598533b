import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'

let lastId = ''

/**
 * A new id: UUIDv7 in lower case, so that ids made later sort later and indexes grow at one end.
 * Of one process each is greater than the one before, also within a millisecond and when the clock
 * steps back (RFC 9562, 6.2, method 2): rows made together keep their order in a list sorted by time and id.
 */
export function newId(): string {
  const id = randomUUIDv7()
  lastId = id > lastId ? id : following(lastId)
  return lastId
}

// raises the last 60 of the random bits by a random step; they overflow about once in 2^28 hot milliseconds,
// and then an id without order is as unique
function following(id: string): string {
  const digits = BigInt(`0x${id.slice(20).replace('-', '')}`) + BigInt(randomInt(1, 2 ** 32))
  const tail = digits.toString(16).padStart(15, '0')
  return tail.length > 15 ? randomUUIDv7() : `${id.slice(0, 20)}${tail.slice(0, 3)}-${tail.slice(3)}`
}

/** The lowest id that can have been made at a moment, ISO 8601: what was made later is above it. */
export const firstIdAt = (moment: string): string => {
  const hex = Date.parse(moment).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Random bytes from the machine's secure source: salts, and what tokens are made of. */
export const unguessableBytes = (count: number): Buffer => randomBytes(count)

/** An unguessable token of `bytes` random bytes as URL-safe text; a session token has 32, which is 256 bits. */
export const randomToken = (bytes: number): string => unguessableBytes(bytes).toString('base64url')

/** `count` random decimal digits, each equally likely; leading zeros are kept. */
export function randomDigits(count: number): string {
  let digits = ''
  while (digits.length < count) digits += randomInt(10)
  return digits
}

/** A number from 0 to below 1, so that what many do does not happen at one moment. */
export const randomShare = (): number => randomInt(2 ** 32) / 2 ** 32

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** True when `text` is an id in the form that `newId` makes: lower case, with dashes. */
export const isId = (text: string): boolean => UUID.test(text)
