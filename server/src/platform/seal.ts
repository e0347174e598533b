import { createCipheriv, createDecipheriv } from 'node:crypto'
import { unguessableBytes } from './ids.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text for the database, so that a copy of it does not give it away. @param key 32 bytes */
export function seal(key: Buffer, text: string): Buffer {
  const nonce = unguessableBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Reads what `seal` made; null when it was sealed with another key. */
export function openSealed(key: Buffer, sealed: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString()
  } catch {
    return null
  }
}
