import { auditLink } from '../../audit/link.ts'
import type { Tx } from '../../database/database.ts'
import { auditRows, type ChainHead, chainHead, type KeptRow } from './store.ts'

/** What following the whole log came to. */
export interface Verdict {
  readonly entryCount: number
  /** The number of the first entry that is missing, was changed or was slipped in, or null when all is well. */
  readonly brokenAt: number | null
}

type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** So many entries are read and followed at once: a few milliseconds of this process's time. */
const BATCH = 1_000

/** What following a stretch link by link came to: the number of its first wrong entry, or the link of its last one. */
type Followed = { readonly brokenAt: number } | { readonly brokenAt: null; readonly hash: Buffer }

/** Works out each link of a stretch anew from the one before it and compares it with the one that was kept. */
function followLinks(rows: readonly KeptRow[], before: Buffer, after: number, upTo: number): Followed {
  let hash = before
  for (let number = after + 1; number <= upTo; number += 1) {
    const row = rows[number - after - 1]
    if (row === undefined || row.sequence !== number) return { brokenAt: number }
    hash = auditLink(hash, row)
    if (!hash.equals(row.hash)) return { brokenAt: number }
  }
  return { brokenAt: null, hash }
}

async function firstBreak(read: Read, head: ChainHead, batch: number): Promise<number | null> {
  if (head.strayAt !== null && head.strayAt < 1) return head.strayAt
  let hash: Buffer = Buffer.alloc(0)
  for (let after = 0; after < head.sequence; after += batch) {
    const upTo = Math.min(after + batch, head.sequence)
    const rows = await read((tx) => auditRows(tx, after, upTo))
    const followed = followLinks(rows, hash, after, upTo)
    if (followed.brokenAt !== null) return followed.brokenAt
    hash = followed.hash
  }
  return hash.toString('hex') === head.hash ? head.strayAt : head.sequence
}

/**
 * Follows a merchant's log from its first entry to the last that was written when it began, each batch in a short
 * transaction of its own. It finds what was changed by anyone who could not work out every later link anew as well.
 */
export async function verifyChain(read: Read, batch = BATCH): Promise<Verdict> {
  const head = await read(chainHead)
  return { entryCount: head.sequence, brokenAt: await firstBreak(read, head, batch) }
}
