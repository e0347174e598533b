import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import { unixSecondsOf } from '../integration/marketplace/times.ts'
import { type ChangesPage, readChanges, type TimeWindow } from '../integration/marketplace/windows.ts'
import type { JobServices } from '../jobs/job.ts'
import { later } from '../platform/clock.ts'
import type { SellerAtWork } from './refresh.ts'
import { setWatermark, watermark } from './store.ts'

/** Every window begins this long before the end of the one before: clocks differ, and changes are written late. */
const OVERLAP_MS = 10 * 60_000
/** How far a first window reaches back, and a window that finds a marketplace whose clock runs ahead reaches forward. */
const FIRST_REACH_MS = 30 * 24 * 3_600_000
const AHEAD_MS = 10 * 60_000

export interface Poll<Row> {
  /** Names the watermark. */
  readonly name: string
  readPage(window: TimeWindow, pageNo: number): Promise<ChangesPage<Row>>
  /** Prepares for the rows and gives what takes one over. */
  taker(rows: readonly Row[]): Promise<(row: Row) => Promise<void>>
  /** The id of a row at the marketplace. */
  numberOf(row: Row): string | number
  /** The order in which rows of one part are taken over, where it matters. */
  compare?(one: Row, other: Row): number
}

/**
 * Takes over every row that changed since the last poll of this name, oldest part first, and gives those that could not be
 * taken over. Such a row holds up no other, and is told of; the watermark stays before the part that it is in, so that it
 * is met again.
 * @throws the marketplace client's errors while its list cannot be read
 */
export async function takeChanges<Row>(services: JobServices, seller: SellerAtWork, poll: Poll<Row>): Promise<Row[]> {
  const now = services.clock.now()
  const failed: Row[] = []
  const seen = await services.db.tenant(seller.merchantId, (tx) => watermark(tx, poll.name))
  const from = seen === null ? later(now, -FIRST_REACH_MS) : new Date(Date.parse(seen) - OVERLAP_MS)
  const window: TimeWindow = [unixSecondsOf(from), unixSecondsOf(later(now, AHEAD_MS))]
  for await (const { rows, untilS } of readChanges((part, pageNo) => poll.readPage(part, pageNo), window)) {
    const take = await poll.taker(rows)
    for (const row of poll.compare ? rows.toSorted(poll.compare) : rows) {
      try {
        await take(row)
      } catch (error) {
        failed.push(row)
        const fields = { err: error, merchantId: seller.merchantId, poll: poll.name, number: poll.numberOf(row) }
        const level = isMarketplaceFailure(error) ? 'warn' : 'error'
        services.log[level](fields, 'a change at the marketplace could not be taken over')
      }
    }
    if (failed.length > 0) continue
    const readUntil = new Date(Math.min(untilS * 1000, now.getTime()))
    await services.db.tenant(seller.merchantId, (tx) => setWatermark(tx, poll.name, readUntil))
  }
  return failed
}
