import { shanghaiDate } from '@huanji/domain/time'
import type { Database } from '../database/database.ts'
import type { Log } from '../platform/log.ts'
import type { KeyAccess, KeyUse } from './handler.ts'

/** So long after a use it is written down, together with all that came meanwhile. */
const WRITE_AFTER_MS = 2_000

/** One call of a key. */
export interface Use {
  readonly keyId: string
  readonly at: Date
  readonly ip: string
  readonly isRefused: boolean
}

/** Counts the calls of keys. What a process that is killed has not written yet is lost: it is a count for people to look at. */
export interface KeyUsage {
  readonly note: (merchantId: string, use: Use) => void
  /** Writes down what was counted so far. */
  readonly flush: () => Promise<void>
}

export interface KeyUsageOptions {
  readonly db: Pick<Database, 'tenant'>
  readonly record: KeyAccess['recordUses']
  readonly log: Log
}

/** Counts in memory and writes every two seconds, so that no call waits for a row that another call of its key holds. */
export function createKeyUsage({ db, record, log }: KeyUsageOptions): KeyUsage {
  /** By merchant, then by key and day. */
  let counted = new Map<string, Map<string, KeyUse>>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const taken = counted
    counted = new Map()
    for (const [merchantId, uses] of taken) {
      // in one order, so that two processes do not wait for each other
      const sorted = [...uses.values()].sort((one, other) => (one.keyId < other.keyId ? -1 : 1))
      try {
        await db.tenant(merchantId, (tx) => record(tx, sorted))
      } catch (error) {
        log.warn({ err: error, merchantId }, 'calls of API keys could not be counted')
      }
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(write)
    return writing
  }

  return {
    flush,
    note: (merchantId, { keyId, at, ip, isRefused }) => {
      const day = shanghaiDate(at.toISOString())
      const ofMerchant = counted.get(merchantId) ?? new Map<string, KeyUse>()
      const before = ofMerchant.get(`${keyId} ${day}`)
      const calls = (before?.calls ?? 0) + 1
      ofMerchant.set(`${keyId} ${day}`, {
        keyId,
        day,
        at,
        ip,
        calls,
        refused: (before?.refused ?? 0) + Number(isRefused),
      })
      counted.set(merchantId, ofMerchant)
      timer ??= setTimeout(() => void flush(), WRITE_AFTER_MS).unref()
    },
  }
}
