import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { isId, unguessableBytes } from '../../platform/ids.ts'

/**
 * The text of a key: `hj_live_`, 43 characters that nobody can guess, 22 that name the merchant, and 6 that prove the
 * text whole. Programs that look for secrets in places where none should be find it by its form (ADR-0022).
 */
const PREFIX = 'hj_live_'
const SECRET_BYTES = 32
const SECRET_LENGTH = 43
const MERCHANT_LENGTH = 22
const CHECK_LENGTH = 6
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + MERCHANT_LENGTH + CHECK_LENGTH}}$`)
/** So much of it is kept in clear, for people to know a key again by. */
const HINT_LENGTH = PREFIX.length + 6

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(DIGITS.length)

function written(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= BASE) text = DIGITS.charAt(Number(rest % BASE)) + text
  return text
}

const read = (text: string): bigint =>
  [...text].reduce((value, digit) => value * BASE + BigInt(DIGITS.indexOf(digit)), 0n)

const checkOf = (body: string): string => written(BigInt(crc32(body)), CHECK_LENGTH)

/** A new key of a merchant; its text exists nowhere else. */
export function newSecret(merchantId: string): string {
  const secret = written(BigInt(`0x${unguessableBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH)
  const body = PREFIX + secret + written(BigInt(`0x${merchantId.replaceAll('-', '')}`), MERCHANT_LENGTH)
  return body + checkOf(body)
}

/** The merchant whose key a text says it is; null for one that has not the form or is not whole. */
export function merchantOfSecret(text: string): string | null {
  if (!FORM.test(text)) return null
  const body = text.slice(0, -CHECK_LENGTH)
  if (checkOf(body) !== text.slice(-CHECK_LENGTH)) return null
  const hex = read(body.slice(-MERCHANT_LENGTH)).toString(16).padStart(32, '0')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return isId(id) ? id : null
}

/** What of a key people may see later on. */
export const hintOf = (secret: string): string => secret.slice(0, HINT_LENGTH)

/** What of a key is kept; it has 256 random bits, so a fast digest tells nobody anything. */
export const secretDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()
