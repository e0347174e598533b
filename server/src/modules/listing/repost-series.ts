import { decideRepost, type RepostPrices, type RepostRule, type RepostSeries } from '@huanji/domain/auction/repost'
import type { Tx } from '../../database/database.ts'
import { openSessions } from '../auction/store.ts'
import type { ListedListing } from './list-store.ts'
import { rulesOf, runsOf } from './repost-series-store.ts'

/** What of an unsold run says where its listing stands in the re-listings of its shop's rule. */
interface SeriesFacts extends RepostPrices {
  readonly entryId: string
  readonly costPriceFen: number | null
  readonly unitCount: number
  /** What the rule has done with the listing; null where it never did anything. */
  readonly times: number | null
  readonly firstStartPriceFen: number | null
  readonly firstReservePriceFen: number | null
  /** The run that the rule has started last. */
  readonly startedEntryId: string | null
}

/** A series goes on as long as nobody else has listed the phone again; then it begins anew at those prices. */
export function seriesOf(row: SeriesFacts): RepostSeries {
  const { times, firstStartPriceFen, firstReservePriceFen, costPriceFen: costFen, unitCount } = row
  const own = { startPriceFen: row.startPriceFen, reservePriceFen: row.reservePriceFen }
  if (row.startedEntryId !== row.entryId || times === null) return { times: 0, first: own, costFen, unitCount }
  const first = {
    startPriceFen: firstStartPriceFen ?? own.startPriceFen,
    reservePriceFen: firstReservePriceFen ?? own.reservePriceFen,
  }
  return { times, first, costFen, unitCount }
}

/** A stored rule as the decision takes it. */
export const ruleOf = ({ maxTimes, stepPercent, floorPercent, mayLose, sessionNumbers }: RepostRule): RepostRule => ({
  maxTimes,
  stepPercent,
  floorPercent,
  mayLose,
  sessionNumbers,
})

/** A re-listing that the rule of the shop makes by itself. */
export interface NextRelisting extends RepostPrices {
  /** Which one of its series, from 1. */
  readonly times: number
}

/**
 * How listings whose runs wait for an answer to an offer would be listed again by themselves if it were refused, by
 * listing; none for what would stay for a person.
 */
export async function nextRelistings(
  tx: Tx,
  listings: readonly ListedListing[],
  now: Date,
): Promise<ReadonlyMap<string, NextRelisting>> {
  const offered = listings.filter(({ entryState }) => entryState === 'negotiating')
  if (offered.length === 0) return new Map()
  const enabled = await rulesOf(tx, [...new Set(offered.map(({ shopAccountId }) => shopAccountId))])
  if (enabled.length === 0) return new Map()
  const rules = new Map(enabled.map((row) => [row.shopAccountId, ruleOf(row)]))
  const runs = await runsOf(
    tx,
    offered.map(({ listingId }) => listingId),
  )
  const sessions = await openSessions(tx, now)
  return new Map(
    offered.flatMap((listing) => {
      const { listingId, entryId, startPriceFen, reservePriceFen, costPriceFen, unitCount } = listing
      const rule = rules.get(listing.shopAccountId)
      if (rule === undefined || entryId === null || startPriceFen === null || reservePriceFen === null) return []
      const run = runs.find((one) => one.listingId === listingId)
      const series = seriesOf({
        entryId,
        startPriceFen,
        reservePriceFen,
        costPriceFen,
        unitCount,
        times: run?.times ?? null,
        firstStartPriceFen: run?.firstStartPriceFen ?? null,
        firstReservePriceFen: run?.firstReservePriceFen ?? null,
        startedEntryId: run?.entryId ?? null,
      })
      const found = decideRepost(rule, series, sessions, now)
      return found.kind === 'relist' ? [[listingId, { times: found.times, ...found.prices }] as const] : []
    }),
  )
}
