import {
  AUCTION_ENTRY_STATES,
  type AuctionEntryAction,
  type AuctionEntryState,
} from '@huanji/domain/states/auction-entry'
import { sql } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { isId } from '../../platform/ids.ts'
import { moveState } from '../history/state-store.ts'
import type { SystemWho } from '../history/store.ts'

export type AuctionMode = 'sealed' | 'open'

/** A session of the auction market as the marketplace told it; times are ISO 8601 in UTC. */
export interface SessionRow {
  readonly scheduleDate: string
  readonly scheduleNumber: string
  readonly mode: AuctionMode
  readonly cutOffAt: string
  readonly startsAt: string
  readonly endsAt: string
}

const SESSION_COLUMNS = sql`
  schedule_date::text as "scheduleDate", schedule_number as "scheduleNumber", mode, cut_off_at as "cutOffAt",
  starts_at as "startsAt", ends_at as "endsAt"`

/** The sessions whose cut-off lies after `now`, soonest first, at most 200. */
export function openSessions(tx: GlobalTx, now: Date): Promise<SessionRow[]> {
  return tx.rows<SessionRow>(sql`
    select ${SESSION_COLUMNS} from auction_session where cut_off_at > ${now}
    order by starts_at, schedule_number limit 200`)
}

/** When the timetable was last told by the marketplace, or null before the first time. */
export async function sessionsRefreshedAt(tx: GlobalTx): Promise<string | null> {
  const row = await tx.one<{ at: string | null }>(sql`select max(refreshed_at) as at from auction_session`)
  return row?.at ?? null
}

/** One session by its date and number, or null when the marketplace never told it. */
export function findSession(tx: GlobalTx, scheduleDate: string, scheduleNumber: string): Promise<SessionRow | null> {
  return tx.one<SessionRow>(sql`
    select ${SESSION_COLUMNS} from auction_session
    where schedule_date = ${scheduleDate} and schedule_number = ${scheduleNumber}`)
}

/** Takes the marketplace's timetable over; sessions it no longer tells stay until they are a month old. */
export async function saveSessions(tx: GlobalTx, sessions: readonly SessionRow[], now: Date): Promise<void> {
  for (const one of sessions) {
    await tx.run(sql`
      insert into auction_session (schedule_date, schedule_number, mode, cut_off_at, starts_at, ends_at, refreshed_at)
      values (${one.scheduleDate}, ${one.scheduleNumber}, ${one.mode}, ${one.cutOffAt}, ${one.startsAt}, ${one.endsAt}, ${now})
      on conflict (schedule_date, schedule_number) do update
      set mode = excluded.mode, cut_off_at = excluded.cut_off_at, starts_at = excluded.starts_at,
          ends_at = excluded.ends_at, refreshed_at = excluded.refreshed_at`)
  }
  await tx.run(sql`delete from auction_session where ends_at < ${now}::timestamptz - interval '30 days'`)
}

/** One run of a listing in a session. */
export interface EntryRow extends SessionRow {
  readonly entryId: string
  readonly listingId: string
  readonly state: AuctionEntryState
  /** The marketplace's id as text; empty until it took the entry. */
  readonly remoteEntryId: string
  readonly startPriceFen: number
  readonly reservePriceFen: number
  readonly bidCount: number
  readonly bidderCount: number
  readonly extensionCount: number
  readonly highestBidFen: number | null
  readonly remoteModifiedAt: string | null
}

const ENTRY_COLUMNS = sql`
  id as "entryId", listing_id as "listingId", state, remote_entry_id as "remoteEntryId",
  schedule_date::text as "scheduleDate", schedule_number as "scheduleNumber", mode, cut_off_at as "cutOffAt",
  starts_at as "startsAt", ends_at as "endsAt", start_price_fen as "startPriceFen",
  reserve_price_fen as "reservePriceFen", bid_count as "bidCount", bidder_count as "bidderCount",
  extension_count as "extensionCount", highest_bid_fen as "highestBidFen", remote_modified_at as "remoteModifiedAt"`

/** An entry by its id, or null. */
export function findEntry(tx: Tx, entryId: string): Promise<EntryRow | null> {
  return tx.one<EntryRow>(
    sql`select ${ENTRY_COLUMNS} from auction_entry where merchant_id = ${tx.merchantId} and id = ${entryId}`,
  )
}

/** An entry by its id, locked until the transaction ends; whoever needs its listing too locks the listing first. */
export function lockEntry(tx: Tx, entryId: string): Promise<EntryRow | null> {
  return tx.one<EntryRow>(sql`
    select ${ENTRY_COLUMNS} from auction_entry where merchant_id = ${tx.merchantId} and id = ${entryId} for update`)
}

/** The entry the marketplace means: by our own number of it, or by the number it gave. Null for one we never made. */
export function findEntryByRemote(tx: Tx, remoteEntryId: string, ownId: string | null): Promise<EntryRow | null> {
  const own = ownId !== null && isId(ownId) ? ownId : null
  return tx.one<EntryRow>(sql`
    select ${ENTRY_COLUMNS} from auction_entry
    where merchant_id = ${tx.merchantId}
      and ((remote_entry_id <> '' and remote_entry_id = ${remoteEntryId}) or id = ${own}::uuid)
    order by (remote_entry_id = ${remoteEntryId}) desc limit 1`)
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
  const { session } = entry
  await tx.run(sql`
    insert into auction_entry (merchant_id, id, listing_id, state, schedule_date, schedule_number, mode, cut_off_at,
                               starts_at, ends_at, start_price_fen, reserve_price_fen, created_at, updated_at)
    values (${tx.merchantId}, ${entry.entryId}, ${entry.listingId}, ${AUCTION_ENTRY_STATES.initial}, ${session.scheduleDate},
            ${session.scheduleNumber}, ${session.mode}, ${session.cutOffAt}, ${session.startsAt}, ${session.endsAt},
            ${entry.startPriceFen}, ${entry.reservePriceFen}, ${entry.now}, ${entry.now})`)
}

/** Writes down the number the marketplace gave an entry. */
export async function setRemoteEntryId(tx: Tx, entryId: string, remoteEntryId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update auction_entry set remote_entry_id = ${remoteEntryId}, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${entryId}`)
}

/** New prices of an entry, in fen. */
export async function setEntryPrices(
  tx: Tx,
  entryId: string,
  prices: { readonly startPriceFen: number; readonly reservePriceFen: number },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update auction_entry
    set start_price_fen = ${prices.startPriceFen}, reserve_price_fen = ${prices.reservePriceFen}, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${entryId}`)
}

/** Figures of an entry that only the marketplace knows. */
export interface EntryFigures {
  readonly bidCount: number
  readonly bidderCount: number
  readonly extensionCount: number
  readonly highestBidFen: number | null
  readonly endsAt: string
  readonly remoteModifiedAt: string
}

/** Takes the marketplace's figures of an entry over. */
export async function setEntryFigures(tx: Tx, entryId: string, figures: EntryFigures, now: Date): Promise<void> {
  await tx.run(sql`
    update auction_entry
    set bid_count = ${figures.bidCount}, bidder_count = ${figures.bidderCount},
        extension_count = ${figures.extensionCount}, highest_bid_fen = ${figures.highestBidFen},
        ends_at = ${figures.endsAt}, remote_modified_at = ${figures.remoteModifiedAt}, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${entryId}`)
}

/** Moves an entry along its table and writes its history. Refuses as `moveState` does. */
export function moveEntry(
  tx: Tx,
  entryId: string,
  action: AuctionEntryAction,
  by: { readonly who: Actor | SystemWho; readonly now: Date; readonly note?: string },
): Promise<AuctionEntryState> {
  return moveState(tx, {
    table: sql.table('auction_entry'),
    id: entryId,
    states: AUCTION_ENTRY_STATES,
    action,
    ...by,
    set: [sql`updated_at = ${by.now}`],
  })
}

/** One offer as the offer record shows it (domain facts §5.6). */
export interface BidRow {
  readonly sequence: number
  readonly at: string
  /** Masked by the marketplace. */
  readonly bidder: string
  readonly amountFen: number
  readonly round: string
  readonly kind: string
  readonly result: string
}

/** The offers of an entry, oldest first, at most 500; empty while a sealed session runs. */
export function bidsOf(tx: Tx, entryId: string): Promise<BidRow[]> {
  return tx.rows<BidRow>(sql`
    select sequence, at, bidder, amount_fen as "amountFen", round, kind, result from auction_bid
    where merchant_id = ${tx.merchantId} and entry_id = ${entryId} order by sequence limit 500`)
}

/** Replaces what is known of an entry's offers by what the marketplace tells now. */
export async function replaceBids(tx: Tx, entryId: string, bids: readonly BidRow[]): Promise<void> {
  await tx.run(sql`
    delete from auction_bid
    where merchant_id = ${tx.merchantId} and entry_id = ${entryId} and sequence > ${bids.length}`)
  for (const bid of bids) {
    await tx.run(sql`
      insert into auction_bid (merchant_id, entry_id, sequence, at, bidder, amount_fen, round, kind, result)
      values (${tx.merchantId}, ${entryId}, ${bid.sequence}, ${bid.at}, ${bid.bidder}, ${bid.amountFen}, ${bid.round},
              ${bid.kind}, ${bid.result})
      on conflict (merchant_id, entry_id, sequence) do update
      set at = excluded.at, bidder = excluded.bidder, amount_fen = excluded.amount_fen, round = excluded.round,
          kind = excluded.kind, result = excluded.result`)
  }
}

/** What is known of entries by the marketplace's numbers: when the marketplace changed them, and their state. */
export function knownEntries(
  tx: Tx,
  remoteEntryIds: readonly string[],
): Promise<Pick<EntryRow, 'remoteEntryId' | 'state' | 'remoteModifiedAt'>[]> {
  return tx.rows(sql`
    select remote_entry_id as "remoteEntryId", state, remote_modified_at as "remoteModifiedAt" from auction_entry
    where merchant_id = ${tx.merchantId} and remote_entry_id <> '' and remote_entry_id = any (${remoteEntryIds}::text[])`)
}
