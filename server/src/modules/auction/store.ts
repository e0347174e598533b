import {
  AUCTION_ENTRY_STATES,
  type AuctionEntryAction,
  type AuctionEntryState,
} from '@huanji/domain/states/auction-entry'
import { sql } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../database/query.ts'
import { later } from '../../platform/clock.ts'
import { isId } from '../../platform/ids.ts'
import { markEntry } from '../figure/mark-store.ts'
import { moveState } from '../history/state-store.ts'
import type { MovedBy } from '../history/store.ts'

export type AuctionMode = 'sealed' | 'open'

const sessionRows = () =>
  db
    .selectFrom('auctionSession')
    .select(['scheduleNumber', 'mode', 'cutOffAt', 'startsAt', 'endsAt'])
    .select(({ ref }) => sql<string>`${ref('scheduleDate')}::text`.as('scheduleDate'))

/** A session of the auction market as the marketplace reports it; times are ISO 8601 in UTC. */
export type SessionRow = RowOfQuery<typeof sessionRows>

/** The sessions whose cut-off lies after `now`, soonest first, at most 200. */
export function openSessions(tx: GlobalTx, now: Date): Promise<SessionRow[]> {
  return tx.rows(
    sessionRows().where('cutOffAt', '>', now.toISOString()).orderBy('startsAt').orderBy('scheduleNumber').limit(200),
  )
}

/** When the timetable was last fetched from the marketplace, or null before the first time. */
export async function sessionsRefreshedAt(tx: GlobalTx): Promise<string | null> {
  const row = await tx.one(db.selectFrom('auctionSession').select(({ fn }) => fn.max('refreshedAt').as('at')))
  return row?.at ?? null
}

/** One session by its date and number, or null when the marketplace never reported it. */
export function findSession(tx: GlobalTx, scheduleDate: string, scheduleNumber: string): Promise<SessionRow | null> {
  return tx.one(sessionRows().where('scheduleDate', '=', scheduleDate).where('scheduleNumber', '=', scheduleNumber))
}

/** Sessions that ended so long ago are deleted. */
const KEPT_MS = 30 * 24 * 3_600_000

/** Takes the marketplace's timetable over; sessions it no longer reports stay until they are a month old. */
export async function saveSessions(tx: GlobalTx, sessions: readonly SessionRow[], now: Date): Promise<void> {
  for (const { scheduleDate, scheduleNumber, mode, cutOffAt, startsAt, endsAt } of sessions) {
    const told = { mode, cutOffAt, startsAt, endsAt, refreshedAt: now }
    await tx.run(
      db
        .insertInto('auctionSession')
        .values({ scheduleDate, scheduleNumber, ...told })
        .onConflict((conflict) => conflict.columns(['scheduleDate', 'scheduleNumber']).doUpdateSet(told)),
    )
  }
  const oldest = later(now, -KEPT_MS).toISOString()
  await tx.run(db.deleteFrom('auctionSession').where('endsAt', '<', oldest))
}

const entryRows = (tx: Tx) =>
  db
    .selectFrom('auctionEntry')
    .where('merchantId', '=', tx.merchantId)
    .select([
      'id as entryId',
      'listingId',
      'state',
      // the marketplace's id as text; empty until it took the entry
      'remoteEntryId',
      'scheduleNumber',
      'mode',
      'cutOffAt',
      'startsAt',
      'endsAt',
      'startPriceFen',
      'reservePriceFen',
      'bidCount',
      'bidderCount',
      'extensionCount',
      'highestBidFen',
      'offerExpiresAt',
      'remoteModifiedAt',
    ])
    .select(({ ref }) => sql<string>`${ref('scheduleDate')}::text`.as('scheduleDate'))

/** One run of a listing in a session. */
export type EntryRow = RowOfQuery<typeof entryRows>

/** An entry by its id, or null. */
export function findEntry(tx: Tx, entryId: string): Promise<EntryRow | null> {
  return tx.one(entryRows(tx).where('id', '=', entryId))
}

/** An entry by its id, locked until the transaction ends; whoever needs its listing too locks the listing first. */
export function lockEntry(tx: Tx, entryId: string): Promise<EntryRow | null> {
  return tx.one(entryRows(tx).where('id', '=', entryId).forUpdate())
}

/** The entry the marketplace means: by our own number of it, or by the number it gave. Null for one we never made. */
export function findEntryByRemote(tx: Tx, remoteEntryId: string, ownId: string | null): Promise<EntryRow | null> {
  const own = ownId !== null && isId(ownId) ? ownId : null
  return tx.one(
    entryRows(tx)
      .where(({ and, eb, or }) => {
        const byNumber = and([eb('remoteEntryId', '<>', ''), eb('remoteEntryId', '=', remoteEntryId)])
        return own === null ? byNumber : or([byNumber, eb('id', '=', own)])
      })
      .orderBy(({ eb }) => eb('remoteEntryId', '=', remoteEntryId), 'desc')
      .limit(1),
  )
}

export interface NewEntry {
  readonly entryId: string
  readonly listingId: string
  readonly session: SessionRow
  readonly startPriceFen: number
  readonly reservePriceFen: number
  readonly now: Date
}

/** Adds a run of a listing in its first state. A listing that runs already violates `auction_entry_running`. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const { entryId: id, listingId, startPriceFen, reservePriceFen, now } = entry
  const { scheduleDate, scheduleNumber, mode, cutOffAt, startsAt, endsAt } = entry.session
  await tx.run(
    db.insertInto('auctionEntry').values({
      merchantId: tx.merchantId,
      id,
      listingId,
      state: AUCTION_ENTRY_STATES.initial,
      scheduleDate,
      scheduleNumber,
      mode,
      cutOffAt,
      startsAt,
      endsAt,
      startPriceFen,
      reservePriceFen,
      createdAt: now,
      updatedAt: now,
    }),
  )
}

const entryOf = (tx: Tx, entryId: string) =>
  db.updateTable('auctionEntry').where('merchantId', '=', tx.merchantId).where('id', '=', entryId)

/** Writes down the number the marketplace gave an entry. */
export async function setRemoteEntryId(tx: Tx, entryId: string, remoteEntryId: string, now: Date): Promise<void> {
  await tx.run(entryOf(tx, entryId).set({ remoteEntryId, updatedAt: now }))
}

/** Figures of an entry that only the marketplace knows. */
export interface EntryFigures {
  readonly bidCount: number
  readonly bidderCount: number
  readonly extensionCount: number
  readonly highestBidFen: number | null
  readonly endsAt: string
  /** Until when an offer below the reserve can be answered; null where none waits. */
  readonly offerExpiresAt: string | null
  readonly remoteModifiedAt: string
}

/** Takes the marketplace's figures of an entry over. */
export async function setEntryFigures(tx: Tx, entryId: string, figures: EntryFigures, now: Date): Promise<void> {
  await tx.run(entryOf(tx, entryId).set({ ...figures, updatedAt: now }))
}

/** Moves an entry along its table and writes its history. Refuses as `moveState` does. */
export async function moveEntry(
  tx: Tx,
  entryId: string,
  action: AuctionEntryAction,
  by: MovedBy,
): Promise<AuctionEntryState> {
  await markEntry(tx, entryId)
  return moveState(tx, {
    table: 'auctionEntry',
    id: entryId,
    states: AUCTION_ENTRY_STATES,
    action,
    ...by,
    set: { updatedAt: by.now },
  })
}

const BID_COLUMNS = [
  'sequence',
  'at',
  // masked by the marketplace
  'bidder',
  'amountFen',
  'round',
  'kind',
  'result',
] as const satisfies ColumnsOf<'auctionBid'>

/** One offer as the offer record shows it (docs/domain.md §5.6). */
export type BidRow = RowOf<'auctionBid', typeof BID_COLUMNS>

/** The offers of an entry, oldest first, at most 500; empty while a sealed session runs. */
export function bidsOf(tx: Tx, entryId: string): Promise<BidRow[]> {
  return tx.rows(
    db
      .selectFrom('auctionBid')
      .where('merchantId', '=', tx.merchantId)
      .where('entryId', '=', entryId)
      .orderBy('sequence')
      .limit(500)
      .select(BID_COLUMNS),
  )
}

/** Replaces what is known of an entry's offers by what the marketplace reports now. */
export async function replaceBids(tx: Tx, entryId: string, bids: readonly BidRow[]): Promise<void> {
  await tx.run(
    db
      .deleteFrom('auctionBid')
      .where('merchantId', '=', tx.merchantId)
      .where('entryId', '=', entryId)
      .where('sequence', '>', bids.length),
  )
  for (const { sequence, at, bidder, amountFen, round, kind, result } of bids) {
    const told = { at, bidder, amountFen, round, kind, result }
    await tx.run(
      db
        .insertInto('auctionBid')
        .values({ merchantId: tx.merchantId, entryId, sequence, ...told })
        .onConflict((conflict) => conflict.columns(['merchantId', 'entryId', 'sequence']).doUpdateSet(told)),
    )
  }
}

/** What is known of entries by the marketplace's numbers: when the marketplace changed them, and their state. */
export function knownEntries(
  tx: Tx,
  remoteEntryIds: readonly string[],
): Promise<Pick<EntryRow, 'remoteEntryId' | 'state' | 'remoteModifiedAt'>[]> {
  return tx.rows(
    db
      .selectFrom('auctionEntry')
      .where('merchantId', '=', tx.merchantId)
      .where('remoteEntryId', '<>', '')
      .where('remoteEntryId', '=', anyOf(remoteEntryIds))
      .select(['remoteEntryId', 'state', 'remoteModifiedAt']),
  )
}

/** Offers below the reserve that wait for the seller, and when the first of them lapses. */
export async function countOffers(tx: Tx): Promise<{ count: number; nearestDeadline: string | null }> {
  const row = await tx.one(
    db
      .selectFrom('auctionEntry as e')
      .where('e.merchantId', '=', tx.merchantId)
      .where('e.state', '=', sql.lit('negotiating' as const))
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('e.offerExpiresAt').as('nearestDeadline')]),
  )
  return row ?? { count: 0, nearestDeadline: null }
}
