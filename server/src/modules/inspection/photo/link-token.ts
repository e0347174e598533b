import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../../../platform/derived-key.ts'

const ID_BYTES = 16
const MAC_BYTES = 16
const TOKEN = /^[\w-]{64}$/

/** What a token of a photo link names. */
export interface LinkName {
  readonly merchantId: string
  readonly linkId: string
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function signed(named: Buffer, secret: string): Buffer {
  const key = derivedKey(secret, 'photoLink')
  return createHmac('sha256', key).update(named).digest().subarray(0, MAC_BYTES)
}

/** The token of a link: what it names and a signature of it, 64 letters that can stand in an address. */
export function linkToken({ merchantId, linkId }: LinkName, secret: string): string {
  const named = Buffer.concat([bytesOf(merchantId), bytesOf(linkId)])
  return Buffer.concat([named, signed(named, secret)]).toString('base64url')
}

/** What a token names, or null for a text that this server has not signed. */
export function readLinkToken(text: string, secret: string): LinkName | null {
  if (!TOKEN.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  const named = bytes.subarray(0, 2 * ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), signed(named, secret))) return null
  return { merchantId: idOf(named.subarray(0, ID_BYTES)), linkId: idOf(named.subarray(ID_BYTES)) }
}
