import { argon2Sync } from 'node:crypto'
import type { HashJob } from '@huanji/server/platform/hash-threads'
import { vi } from 'vitest'

/**
 * Lets passwords be hashed with the least memory there is, whatever a hash says of itself: each of the thousands that the
 * tests of the server make would take a tenth of a second of a core. `passwords.test.ts` and `enumeration.test.ts` have the
 * real ones, and so have the journeys and whatever starts the product as a process of its own.
 */
vi.mock('@huanji/server/platform/hash-threads', () => ({
  hashInThread: async ({ password, salt, tagBytes }: HashJob) =>
    argon2Sync('argon2id', {
      message: password,
      // shorter ones than eight bytes are refused
      nonce: Buffer.concat([salt, Buffer.alloc(8)]),
      parallelism: 1,
      memory: 8,
      passes: 1,
      tagLength: tagBytes,
    }),
}))
