import { argon2Sync, randomBytes } from 'node:crypto'

/** The least that the algorithm takes. */
const MEMORY_KIB = 8

/**
 * The hash of a password as the product keeps it, which says itself how much work it is: this one is looked at in an
 * instant. For people of whom a test wants nothing but that they sign in.
 */
export function cheapPasswordHash(password: string): string {
  const nonce = randomBytes(16)
  const work = { parallelism: 1, tagLength: 32, memory: MEMORY_KIB, passes: 1 }
  const tag = argon2Sync('argon2id', { message: password, nonce, ...work })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
}
