import type { Channel } from '@huanji/domain/channel'
import { ORDER_STATES } from '@huanji/domain/states/order'
import type { Grade } from '@huanji/domain/template/types'
import { type Expression, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf } from '../../database/query.ts'
import { enterSearch, searchList } from '../../database/search.ts'

/** What only the marketplace knows of an order; times are ISO 8601 or null when not reached, money in fen. */
export interface OrderFacts {
  readonly inRefund: boolean
  readonly refundStatus: number
  readonly paidFen: number | null
  readonly freightFen: number
  readonly serviceFeeFen: number | null
  /** Null when the marketplace does not show it: it does only while the order waits for shipment. */
  readonly receiver: {
    readonly name: string
    readonly phone: string
    readonly region: string
    readonly detail: string
  } | null
  readonly paidAt: string | null
  readonly shippedAt: string | null
  readonly completedAt: string | null
  readonly closedAt: string | null
  readonly deadlineAt: string | null
  readonly closeReason: string
  readonly remoteUpdatedAt: string
}

/** The facts that only an order of the auction market has. */
export interface AuctionPart {
  readonly entryId: string | null
  readonly scheduleDate: string
  readonly scheduleNumber: string
  readonly mode: 'sealed' | 'open'
  readonly startPriceFen: number
}

/** So many units of one SKU of a listing. */
export interface OrderLine {
  readonly listingId: string | null
  /** Our SKU of a listing of stock. */
  readonly skuId: string
  /** The marketplace's words for the SKU; empty for a listing of single phones. */
  readonly skuText: string
  /** What was promised; null for goods that are not ours. */
  readonly grade: Grade | null
  readonly quantity: number
  /** How many phones are named with the order. */
  readonly picked: number
  /** Null where several phones were sold together at one price. */
  readonly unitPriceFen: number | null
  readonly amountFen: number
}

/** The facts of an order that are fixed at its creation. */
export interface NewOrder {
  readonly orderId: string
  readonly channel: Channel
  readonly orderNo: string
  readonly listingId: string | null
  readonly shopAccountId: string
  readonly title: string
  readonly coverKey: string | null
  readonly modelId: string
  readonly modelName: string
  readonly skuText: string
  readonly grade: Grade | null
  readonly unitCount: number
  /** Null for single phones, which come with the order. */
  readonly pickedCount: number | null
  readonly imei: string
  readonly barCode: string
  readonly bagCode: string | null
  readonly dealPriceFen: number
  /** What the seller noted at the marketplace before we knew of the order; from then on the remark is ours alone. */
  readonly remark: string
  readonly buyerId: string
  readonly buyerNick: string
  readonly orderedAt: string
  readonly remoteUpdatedAt: string
  readonly lines: readonly OrderLine[]
  /** Null for an order that no auction made. */
  readonly auction: AuctionPart | null
  readonly now: Date
}

/** Adds an order with its lines in the first state of its table; false when it is there already, whoever added it. */
export async function insertOrder(tx: Tx, { orderId, lines, auction, now, ...order }: NewOrder): Promise<boolean> {
  const { merchantId } = tx
  const row = { merchantId, id: orderId, state: ORDER_STATES.initial, ...order, createdAt: now, updatedAt: now }
  const added = db
    .insertInto('saleOrder')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchantId', 'orderNo']).doNothing())
  if ((await tx.run(added)) === 0) return false
  const { channel, title, buyerNick, orderedAt: at } = order
  const entered = { list: searchList('order', channel), subjectId: orderId, state: ORDER_STATES.initial, at }
  await enterSearch(tx, { ...entered, texts: [title, buyerNick] })
  const lineRows = lines.map((line, index) => ({ merchantId, orderId, lineNo: index + 1, ...line }))
  if (lineRows.length > 0) await tx.run(db.insertInto('saleOrderLine').values(lineRows))
  if (auction !== null) await tx.run(db.insertInto('saleOrderAuction').values({ merchantId, orderId, ...auction }))
  return true
}

/**
 * Assigns a unit to a line of an order with the bag it is sealed in. A phone is sold once, over both channels and all
 * shops: while another order holds it, it is entered without a hold and false is given, whoever asks and however often.
 */
export async function assignUnit(tx: Tx, orderId: string, lineNo: number, unit: AssignedUnit): Promise<boolean> {
  const { unitId, inspectionId, barCode, imei, bagCode, dealPriceFen } = unit
  const row = { merchantId: tx.merchantId, orderId, unitId, lineNo, inspectionId, barCode, imei, bagCode, dealPriceFen }
  const insert = (holding: boolean) =>
    tx.run(
      db
        .insertInto('saleOrderUnit')
        .values({ ...row, dispatchState: 'pending', holding })
        .onConflict((conflict) => conflict.doNothing()),
    )
  if ((await insert(true)) === 1) return true
  await insert(false)
  return false
}

/** A unit as an order takes it over: its codes and bag as they are now. */
export interface AssignedUnit {
  readonly unitId: string
  readonly inspectionId: string
  readonly barCode: string
  readonly imei: string
  readonly bagCode: string | null
  /** Null where several phones were sold together at one price. */
  readonly dealPriceFen: number | null
}

const orderOf = (tx: Tx, orderId: string) =>
  db.updateTable('saleOrder').where('merchantId', '=', tx.merchantId).where('id', '=', orderId)

/** What is told now or, where nothing is told, what is known. */
const toldOr = <T>(told: T | null, known: Expression<T | null>) => sql<T>`coalesce(${told}, ${known})`

/** Takes the marketplace's facts over; what it no longer shows (the receiver, after shipment) is kept. */
export async function setOrderFacts(tx: Tx, orderId: string, facts: OrderFacts, now: Date): Promise<void> {
  const { inRefund, refundStatus, freightFen, deadlineAt, remoteUpdatedAt, receiver } = facts
  await tx.run(
    orderOf(tx, orderId).set(({ ref }) => ({
      inRefund,
      refundStatus,
      freightFen,
      deadlineAt,
      remoteUpdatedAt,
      updatedAt: now,
      paidFen: sql<number | null>`coalesce(${facts.paidFen}::bigint, ${ref('paidFen')})`,
      serviceFeeFen: sql<number | null>`coalesce(${facts.serviceFeeFen}::bigint, ${ref('serviceFeeFen')})`,
      receiverName: toldOr(receiver?.name ?? null, ref('receiverName')),
      receiverPhone: toldOr(receiver?.phone ?? null, ref('receiverPhone')),
      receiverRegion: toldOr(receiver?.region ?? null, ref('receiverRegion')),
      receiverDetail: toldOr(receiver?.detail ?? null, ref('receiverDetail')),
      paidAt: sql<string | null>`coalesce(${facts.paidAt}::timestamptz, ${ref('paidAt')})`,
      // our own moment of a shipment stays
      shippedAt: sql<string | null>`coalesce(${ref('shippedAt')}, ${facts.shippedAt}::timestamptz)`,
      completedAt: sql<string | null>`coalesce(${facts.completedAt}::timestamptz, ${ref('completedAt')})`,
      closedAt: sql<string | null>`coalesce(${facts.closedAt}::timestamptz, ${ref('closedAt')})`,
      closeReason: toldOr(facts.closeReason === '' ? null : facts.closeReason, ref('closeReason')),
    })),
  )
}

/** Takes a changed price over: the order's, its line's, and that of the phones which are named already. */
export async function setOrderPrice(
  tx: Tx,
  orderId: string,
  { unitPriceFen, amountFen }: Pick<OrderLine, 'unitPriceFen' | 'amountFen'>,
  now: Date,
): Promise<void> {
  await tx.run(
    orderOf(tx, orderId).set(({ eb, ref }) => ({
      originalPriceFen: sql<number>`coalesce(${ref('originalPriceFen')}, ${ref('dealPriceFen')})`,
      dealPriceFen: amountFen,
      updatedAt: now,
      version: eb('version', '+', 1),
    })),
  )
  const { merchantId } = tx
  const lines = db.updateTable('saleOrderLine').where('merchantId', '=', merchantId).where('orderId', '=', orderId)
  await tx.run(lines.where('lineNo', '=', 1).set({ unitPriceFen, amountFen }))
  const units = db.updateTable('saleOrderUnit').where('merchantId', '=', merchantId).where('orderId', '=', orderId)
  await tx.run(units.set({ dealPriceFen: unitPriceFen }))
}

/** Fees of the auction market that become known later; null keeps what is known. */
export interface AuctionFees {
  readonly buyerFeeFen: number | null
  readonly prepayFen: number | null
  readonly finalPayFen: number | null
}

/** Takes the fees of an auction order over. */
export async function setAuctionFees(tx: Tx, orderId: string, fees: AuctionFees): Promise<void> {
  await tx.run(
    db
      .updateTable('saleOrderAuction')
      .set(({ ref }) => ({
        buyerFeeFen: sql<number | null>`coalesce(${fees.buyerFeeFen}::bigint, ${ref('buyerFeeFen')})`,
        prepayFen: sql<number | null>`coalesce(${fees.prepayFen}::bigint, ${ref('prepayFen')})`,
        finalPayFen: sql<number | null>`coalesce(${fees.finalPayFen}::bigint, ${ref('finalPayFen')})`,
      }))
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', '=', orderId),
  )
}

/** The units of an order that are not shipped. */
const unitsInHouse = (tx: Tx, orderId: string) =>
  db
    .updateTable('saleOrderUnit')
    .where('merchantId', '=', tx.merchantId)
    .where('orderId', '=', orderId)
    .where('dispatchState', 'in', ['pending', 'checked'])

/** How an order's parcel left when it was sent in the marketplace's own app. */
export async function setShippedElsewhere(
  tx: Tx,
  orderId: string,
  { carrierCode, waybill }: { readonly carrierCode: string; readonly waybill: string },
): Promise<void> {
  await tx.run(orderOf(tx, orderId).set({ carrierCode, waybill }))
  await tx.run(unitsInHouse(tx, orderId).set({ dispatchState: 'shipped' }))
}

/** Frees the units of an order that were never shipped. */
export async function freeOrderUnits(tx: Tx, orderId: string): Promise<void> {
  await tx.run(unitsInHouse(tx, orderId).set({ holding: false }))
}

const KNOWN_COLUMNS = [
  'orderNo',
  'state',
  'refundStatus',
  'remoteUpdatedAt',
  'dealPriceFen',
  'freightFen',
  'paidFen',
  'closeReason',
  'receiverName',
  'receiverPhone',
  'receiverDetail',
] as const satisfies ColumnsOf<'saleOrder'>

/** When the marketplace changed an order that we know, and how it stands as far as its lists tell. */
export type KnownOrder = RowOf<'saleOrder', typeof KNOWN_COLUMNS>

/** The orders that are known, by their numbers. */
export function knownOrders(tx: Tx, orderNos: readonly string[]): Promise<KnownOrder[]> {
  return tx.rows(
    db
      .selectFrom('saleOrder')
      .where('merchantId', '=', tx.merchantId)
      .where('orderNo', '=', anyOf(orderNos))
      .select(KNOWN_COLUMNS),
  )
}
