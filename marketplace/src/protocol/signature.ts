import { createHash, timingSafeEqual } from 'node:crypto'

/** How far a timestamp may lie from the receiver's clock (docs/open-platform.md §1.1). */
export const SIGNATURE_WINDOW_S = 300

export interface SignatureInput {
  appKey: string
  appSecret: string
  /** Unix seconds, the very value of the `timestamp` query parameter. */
  timestampS: number
  /** Merchant id: given in the partner mode (商务对接), left out in the single-merchant modes. */
  sellerId?: number
  /** The exact body sent or received: text, or raw bytes. White space and key order are part of it. */
  body: string | Uint8Array
}

function md5Hex(data: string | Uint8Array): string {
  return createHash('md5').update(data).digest('hex')
}

/** The lowercase hex `sign` of a call or push, by the platform's rule (docs/open-platform.md §1.2). */
export function signRequest(input: SignatureInput): string {
  const parts = [input.appKey, md5Hex(input.body), String(input.timestampS)]
  if (input.sellerId !== undefined) parts.push(String(input.sellerId))
  parts.push(input.appSecret)
  return md5Hex(parts.join(','))
}

/** True when `sign` is the signature of the input; takes the same time whichever character differs. */
export function verifySignature(input: SignatureInput, sign: string): boolean {
  const expected = Buffer.from(signRequest(input), 'utf8')
  const given = Buffer.from(sign, 'utf8')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** True when a timestamp lies inside the five minutes in which a signature counts (docs/open-platform.md §1.1). */
export function isTimestampFresh(timestampS: number, nowMs: number): boolean {
  return Math.abs(nowMs / 1000 - timestampS) <= SIGNATURE_WINDOW_S
}
