import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'

/** A new id: UUIDv7 in lower case, so that ids made later sort later and indexes grow at one end. */
export const newId = (): string => randomUUIDv7()

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
