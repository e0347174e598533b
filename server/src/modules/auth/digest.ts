import { createHash, createHmac } from 'node:crypto'

/** The SHA-256 of a secret with at least 256 random bits: such a one needs no key and no salt. */
export const secretDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The keyed digest of something short that a person types, such as an SMS code: without the server's key, a copy of
 * the database would give it away by trying. `purpose` keeps digests of different things apart.
 */
export const typedDigest = (key: string, purpose: string, ...parts: string[]): Buffer =>
  createHmac('sha256', key)
    .update([purpose, ...parts].join('\n'))
    .digest()
