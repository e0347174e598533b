import { COUNT_CAP } from '@huanji/contract/constants'
import type { Channel } from '@huanji/domain/channel'
import type { AuctionEntryState } from '@huanji/domain/states/auction-entry'
import { AWAITED_BILL_STATES, type BillState } from '@huanji/domain/states/bill'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { countByState } from '../../database/list-page.ts'
import { db, type RowOfQuery } from '../../database/query.ts'
import { DEADLINE } from '../order/store.ts'

/** How many rows a section shows. */
const SHOWN = 5

// the states as literals throughout, because only then the indexes over what is open are found to fit

const waiting = (tx: Tx, channel: Channel) =>
  db
    .selectFrom('saleOrder as o')
    .where('o.merchantId', '=', tx.merchantId)
    .where('o.channel', '=', channel)
    .where('o.state', '=', sql.lit('awaiting_shipment' as const))

const waitingOrders = (tx: Tx, channel: Channel) =>
  waiting(tx, channel)
    .select([
      'o.id as orderId',
      'o.channel',
      'o.orderNo',
      'o.title',
      'o.unitCount',
      'o.deadlineAt',
      'o.isShort',
      'o.inRefund',
    ])
    .orderBy(DEADLINE)
    .orderBy('o.id')
    .limit(SHOWN)

export type WaitingOrder = RowOfQuery<typeof waitingOrders>

/** The orders of a channel to ship next, what is short first and then by their deadlines. */
export const nextToShip = (tx: Tx, channel: Channel): Promise<WaitingOrder[]> => tx.rows(waitingOrders(tx, channel))

export interface WaitingCounts {
  readonly waiting: number
  readonly overdue: number
  readonly dueToday: number
  readonly nearestDeadline: string | null
}

/** How many orders of a channel wait to be shipped, counted up to the cap. @param dayEnd when today is over, ISO 8601 */
export async function countToShip(tx: Tx, channel: Channel, now: Date, dayEnd: string): Promise<WaitingCounts> {
  const capped = waiting(tx, channel).select('o.deadlineAt').orderBy(DEADLINE).limit(COUNT_CAP).as('capped')
  const row = await tx.one(
    db
      .selectFrom(capped)
      .select(({ fn, ref }) => [
        fn.countAll<number>().as('waiting'),
        sql<number>`count(*) filter (where ${ref('deadlineAt')} < ${now})::bigint`.as('overdue'),
        sql<number>`count(*) filter (where ${ref('deadlineAt')} >= ${now} and ${ref('deadlineAt')} < ${dayEnd}::timestamptz)::bigint`.as(
          'dueToday',
        ),
        fn.min('deadlineAt').as('nearestDeadline'),
      ]),
  )
  return row ?? { waiting: 0, overdue: 0, dueToday: 0, nearestDeadline: null }
}

/** The records of phones that a person began, of both channels. */
const begunBy = (tx: Tx, employeeId: string) =>
  db
    .selectFrom('inspection as i')
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.channel', 'in', [sql.lit<Channel>('auction'), sql.lit<Channel>('curated')])
    .where('i.inspectorId', '=', employeeId)

/** Moments of a person's day, ISO 8601. */
export interface DayOfWork {
  readonly dayStart: string
  readonly hourAgo: string
  readonly yesterdayStart: string
  /** The same time of day, yesterday. */
  readonly yesterdayNow: string
}

/** What a person inspected since yesterday began: drafts and what was voided do not count. */
export async function countInspected(tx: Tx, employeeId: string, day: DayOfWork) {
  const row = await tx.one(
    begunBy(tx, employeeId)
      .where('i.createdAt', '>=', day.yesterdayStart)
      .where('i.state', 'not in', [sql.lit('draft' as const), sql.lit('voided' as const)])
      .select(({ ref }) => {
        const at = ref('i.createdAt')
        const isToday = sql`${at} >= ${day.dayStart}::timestamptz`
        return [
          sql<number>`count(*) filter (where ${isToday})::bigint`.as('today'),
          sql<number>`count(*) filter (where ${at} >= ${day.hourAgo}::timestamptz)::bigint`.as('lastHour'),
          sql<number>`count(*) filter (where ${at} < ${day.yesterdayNow}::timestamptz)::bigint`.as('yesterday'),
          sql<string | null>`min(${at}) filter (where ${isToday})`.as('since'),
        ]
      }),
  )
  return row ?? { today: 0, lastHour: 0, yesterday: 0, since: null }
}

/** A person's drafts of single phones. */
const drafts = (tx: Tx, employeeId: string) =>
  begunBy(tx, employeeId)
    .where('i.state', '=', sql.lit('draft' as const))
    .where('i.batchId', 'is', null)

const draftRows = (tx: Tx, employeeId: string) =>
  drafts(tx, employeeId)
    .select([
      'i.id as inspectionId',
      'i.inspectionNo',
      'i.channel',
      'i.modelName',
      'i.skuText',
      'i.barCode',
      'i.updatedAt',
    ])
    .orderBy('i.createdAt', 'desc')
    .orderBy('i.id', 'desc')
    .limit(SHOWN)

/** A person's own drafts, those that were begun last first, and how many there are, up to the cap. */
export async function ownDrafts(tx: Tx, employeeId: string) {
  const capped = drafts(tx, employeeId).select('i.id').limit(COUNT_CAP).as('capped')
  const row = await tx.one(db.selectFrom(capped).select(({ fn }) => fn.countAll<number>().as('count')))
  return { draftCount: row?.count ?? 0, drafts: await tx.rows(draftRows(tx, employeeId)) }
}

const RUNNING = ['scheduled', 'bidding', 'negotiating'] as const satisfies AuctionEntryState[]

const entries = (tx: Tx) => db.selectFrom('auctionEntry as e').where('e.merchantId', '=', tx.merchantId)

/** How many runs stand in each state that is not over, as many as a tab counts. */
export const countRuns = (tx: Tx): Promise<Record<(typeof RUNNING)[number], number>> =>
  countByState(tx, entries(tx), 'e.state', RUNNING)

const runs = (tx: Tx) =>
  entries(tx)
    .innerJoin('listing as l', (join) =>
      join.onRef('l.merchantId', '=', 'e.merchantId').onRef('l.id', '=', 'e.listingId'),
    )
    .where(
      'e.state',
      'in',
      RUNNING.map((state) => sql.lit(state)),
    )
    .select(['e.listingId', 'l.title', 'e.state as entryState', 'e.mode', 'e.startsAt', 'e.endsAt'])
    .select(['e.offerExpiresAt', 'e.bidCount', 'e.bidderCount'])
    .$narrowType<{ entryState: (typeof RUNNING)[number] }>()
    .orderBy('e.endsAt')
    .orderBy('e.id')
    .limit(SHOWN)

export type Run = RowOfQuery<typeof runs>

/** The runs that end next. */
export const nextToEnd = (tx: Tx): Promise<Run[]> => tx.rows(runs(tx))

const listings = (tx: Tx) => db.selectFrom('listing as l').where('l.merchantId', '=', tx.merchantId)

/** How many goods with a fixed price are on sale, as many as a tab counts. */
export async function countCuratedOnSale(tx: Tx): Promise<number> {
  const curated = listings(tx).where('l.channel', '=', sql.lit('curated' as const))
  return (await countByState(tx, curated, 'l.state', ['on_sale'])).on_sale
}

/** How many goods the marketplace refused, as many as a tab counts. */
export const countFailed = async (tx: Tx): Promise<number> =>
  (await countByState(tx, listings(tx), 'l.state', ['publish_failed'])).publish_failed

const failed = (tx: Tx) =>
  listings(tx)
    .where('l.state', '=', sql.lit('publish_failed' as const))
    .select(['l.id as listingId', 'l.title', 'l.failure', 'l.updatedAt'])
    .orderBy('l.createdAt', 'desc')
    .orderBy('l.id', 'desc')
    .limit(SHOWN)

/** The goods that the marketplace refused, newest first. */
export const newestFailed = (tx: Tx): Promise<RowOfQuery<typeof failed>[]> => tx.rows(failed(tx))

const AWAITED = [...AWAITED_BILL_STATES, 'settling' as const]

const awaited = (tx: Tx) =>
  db
    .selectFrom('bill as b')
    .where('b.merchantId', '=', tx.merchantId)
    .where(
      'b.state',
      'in',
      AWAITED.map((state) => sql.lit(state)),
    )
    .select(({ fn, ref }) => [
      'b.state',
      fn.countAll<number>().as('rows'),
      sql<number>`sum(case ${ref('b.direction')} when 'in' then ${ref('b.amountFen')} else -${ref('b.amountFen')} end)::bigint`.as(
        'netFen',
      ),
    ])
    .groupBy('b.state')

/** What the marketplace has still to settle, by state; in fen, what went out counted against it. */
export async function awaitedBills(
  tx: Tx,
): Promise<{ state: Exclude<BillState, 'settled' | 'cancelled'>; rows: number; netFen: number }[]> {
  const found = new Map((await tx.rows(awaited(tx))).map((row) => [row.state, row]))
  return (['pending', 'settling', 'frozen', 'unfrozen'] as const).map((state) => ({
    state,
    rows: found.get(state)?.rows ?? 0,
    netFen: found.get(state)?.netFen ?? 0,
  }))
}
