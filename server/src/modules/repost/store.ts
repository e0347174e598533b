import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../database/query.ts'

const COLUMNS = [
  'shopAccountId',
  'enabled',
  'maxTimes',
  'stepPercent',
  'floorPercent',
  'mayLose',
  'sessionNumbers',
  'version',
  'setBy',
  'setAt',
] as const satisfies ColumnsOf<'shopRepost'>

/** How unsold goods of a shop are listed again, who said so and when (ISO 8601). */
export type RepostRow = RowOf<'shopRepost', typeof COLUMNS>

const rules = (tx: Tx) => db.selectFrom('shopRepost').where('merchantId', '=', tx.merchantId).select(COLUMNS)

/** The rule of a shop, or null where none was ever set. */
export function findRepost(tx: Tx, shopAccountId: string): Promise<RepostRow | null> {
  return tx.one(rules(tx).where('shopAccountId', '=', shopAccountId))
}

/** The rules that are switched on. */
export function activeReposts(tx: Tx): Promise<RepostRow[]> {
  return tx.rows(rules(tx).where('enabled', '=', true).orderBy('shopAccountId'))
}

/** Sets the rule of a shop, as a new version of it. */
export async function saveRepost(
  tx: Tx,
  { shopAccountId, ...rule }: Omit<RepostRow, 'setAt'>,
  now: Date,
): Promise<void> {
  const set = { ...rule, setAt: now }
  await tx.run(
    db
      .insertInto('shopRepost')
      .values({ merchantId: tx.merchantId, shopAccountId, ...set })
      .onConflict((conflict) => conflict.columns(['merchantId', 'shopAccountId']).doUpdateSet(set)),
  )
}

/** Auction goods of a shop whose last run ended without a sale, with what the rule has done with them before. */
const unsold = (tx: Tx, shopAccountId: string) =>
  db
    .selectFrom('listing as l')
    .innerJoin('auctionEntry as e', (join) =>
      join.onRef('e.merchantId', '=', 'l.merchantId').onRef('e.id', '=', 'l.entryId'),
    )
    .leftJoin('shopRepostRun as r', (join) =>
      join.onRef('r.merchantId', '=', 'l.merchantId').onRef('r.listingId', '=', 'l.id'),
    )
    .where('l.merchantId', '=', tx.merchantId)
    .where('l.shopAccountId', '=', shopAccountId)
    .where('l.channel', '=', 'auction')
    .where('l.state', '=', 'auto_off')
    .where('e.merchantId', '=', tx.merchantId)
    .where('e.state', '=', 'unsold')
    .select([
      'l.id as listingId',
      'l.title',
      'l.unitCount',
      'l.state',
      'e.id as entryId',
      'e.startPriceFen',
      'e.reservePriceFen',
      'r.times',
      'r.firstStartPriceFen',
      'r.firstReservePriceFen',
      'r.entryId as startedEntryId',
      'r.stoppedEntryId',
      'r.problem',
    ])
    .select(({ selectFrom, ref }) => [
      // null where it is not known of every phone
      selectFrom('listingUnit as lu')
        .innerJoin('unit as u', (on) => on.onRef('u.merchantId', '=', 'lu.merchantId').onRef('u.id', '=', 'lu.unitId'))
        .where('lu.merchantId', '=', tx.merchantId)
        .where('u.merchantId', '=', tx.merchantId)
        .where('lu.listingId', '=', ref('l.id'))
        .select(
          sql<number | null>`case when count(*) = count(u.cost_price_fen) then sum(u.cost_price_fen) end::bigint`.as(
            'cost',
          ),
        )
        .as('costPriceFen'),
    ])

/** A listing that was not sold. */
export type UnsoldRow = RowOfQuery<typeof unsold>

/**
 * What of a shop was not sold, the longest ago first. Without `withStopped` only what the rule has not stopped at: first
 * what does not wait for anything, then the rest in turns, so that none of it stands before the others for ever.
 */
export function unsoldOf(
  tx: Tx,
  shopAccountId: string,
  { limit, withStopped }: { readonly limit: number; readonly withStopped: boolean },
): Promise<UnsoldRow[]> {
  const all = unsold(tx, shopAccountId)
  const wanted = withStopped
    ? all
    : all
        .where(({ eb, or, ref }) => or([eb('r.stoppedEntryId', 'is', null), eb('r.stoppedEntryId', '<>', ref('e.id'))]))
        .orderBy(({ ref }) => sql`case when coalesce(${ref('r.problem')}, '') = '' then 0 else 1 + random() end`)
  return tx.rows(wanted.orderBy('e.endsAt').orderBy('l.id').limit(limit))
}

/** The listing as it stands, when it still is one that was not sold, or null. Lock the listing before. */
export function unsoldListing(tx: Tx, shopAccountId: string, listingId: string): Promise<UnsoldRow | null> {
  return tx.one(unsold(tx, shopAccountId).where('l.id', '=', listingId))
}

/** What the rule has done with a listing. */
export interface RepostRun {
  readonly listingId: string
  readonly shopAccountId: string
  readonly times: number
  readonly firstStartPriceFen: number
  readonly firstReservePriceFen: number
  readonly entryId: string | null
  readonly stoppedEntryId: string | null
  readonly problem: string
}

/** Writes down what the rule has done with a listing. */
export async function saveRun(tx: Tx, { listingId, ...run }: RepostRun, now: Date): Promise<void> {
  const set = { ...run, lastAt: now }
  await tx.run(
    db
      .insertInto('shopRepostRun')
      .values({ merchantId: tx.merchantId, listingId, ...set })
      .onConflict((conflict) => conflict.columns(['merchantId', 'listingId']).doUpdateSet(set)),
  )
}

/** Lets the rule look again at what it stopped at, after it was changed. */
export async function reconsiderRuns(tx: Tx, shopAccountId: string): Promise<void> {
  await tx.run(
    db
      .updateTable('shopRepostRun')
      .set({ stoppedEntryId: null, problem: '' })
      .where('merchantId', '=', tx.merchantId)
      .where('shopAccountId', '=', shopAccountId),
  )
}
