import type { Tx } from '../../database/database.ts'
import { type ChainHead, chainHead, followLinks } from './store.ts'

/** What following the whole log came to. */
export interface Verdict {
  readonly entryCount: number
  /** The number of the first entry that is missing, was changed or was slipped in, or null when all is well. */
  readonly brokenAt: number | null
}

type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** So many entries are followed in one statement; it takes a fraction of a second. */
const BATCH = 5_000

async function firstBreak(read: Read, head: ChainHead, batch: number): Promise<number | null> {
  if (head.strayAt !== null && head.strayAt < 1) return head.strayAt
  let [after, hash] = [0, '']
  while (after < head.sequence) {
    const stretch = { after, hash, upTo: Math.min(after + batch, head.sequence) }
    const { brokenAt, lastHash } = await read((tx) => followLinks(tx, stretch))
    if (brokenAt !== null || lastHash === null) return brokenAt ?? stretch.upTo
    after = stretch.upTo
    hash = lastHash
  }
  return hash === head.hash ? head.strayAt : head.sequence
}

/**
 * Follows a merchant's log from its first entry to the last that was written when it began, each batch in a short
 * transaction of its own. It finds what was changed by anyone who could not work out every later link anew as well.
 */
export async function verifyChain(read: Read, batch = BATCH): Promise<Verdict> {
  const head = await read(chainHead)
  return { entryCount: head.sequence, brokenAt: await firstBreak(read, head, batch) }
}
