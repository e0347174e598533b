import type { Channel } from '@huanji/domain/channel'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, db, type RowOfQuery } from '../../database/query.ts'
import { employeeName } from '../history/employee-store.ts'
import { shopName } from '../inspection/store.ts'
import { unitIdsByAnyCode } from '../inspection/unit-store.ts'

/** So many lines of each kind a life shows at most: the newest. */
export const LINES_MAX = 500
/** So many phones a code leads to at most, and so often a phone came at most. */
export const UNITS_MAX = 50

const units = (tx: Tx) => db.selectFrom('unit as u').where('u.merchantId', '=', tx.merchantId)

const unitRows = (tx: Tx) =>
  units(tx)
    .select(['u.id as unitId', 'u.barCode', 'u.codeKind as kind', 'u.imei', 'u.imei2', 'u.meid', 'u.sn'])
    .select(['u.modelName', 'u.skuText', 'u.previousUnitId', 'u.costPriceFen', 'u.createdAt'])
    .select(({ exists, ref, selectFrom }) =>
      exists(
        selectFrom('unitCode as c')
          .select(sql.lit(1).as('one'))
          .where('c.merchantId', '=', tx.merchantId)
          .where('c.unitId', '=', ref('u.id')),
      )
        .$castTo<boolean>()
        .as('isCurrent'),
    )
    .orderBy('u.createdAt')
    .orderBy('u.id')
    .limit(4 * UNITS_MAX)

/** A phone as it was, or is, in stock; `isCurrent` while no later unit has its codes. */
export type LifeUnit = RowOfQuery<typeof unitRows>

/** The units that a code of the phone, a bar code, a bag or an inspection number points at, oldest first. */
export const unitsByCode = (tx: Tx, code: string): Promise<LifeUnit[]> =>
  tx.rows(unitRows(tx).where('u.id', 'in', unitIdsByAnyCode(tx, code)))

/** The orders that a code names, as a subquery. */
type OrderIds = ReturnType<typeof ordersNamed> | ReturnType<typeof ordersOfCases>

const unitsOfOrders = (tx: Tx, orderIds: OrderIds) =>
  tx.rows(
    unitRows(tx).where('u.id', 'in', ({ selectFrom }) =>
      selectFrom('saleOrderUnit')
        .where('merchantId', '=', tx.merchantId)
        .where('orderId', 'in', orderIds)
        .select('unitId'),
    ),
  )

function ordersNamed(tx: Tx, code: string, channels: readonly Channel[]) {
  const orders = db
    .selectFrom('saleOrder')
    .where('merchantId', '=', tx.merchantId)
    .where('channel', '=', anyOf(channels))
    .select('id')
  return orders.where('orderNo', '=', code).union(orders.where('waybill', '<>', '').where('waybill', '=', code))
}

function ordersOfCases(tx: Tx, code: string) {
  const cases = db.selectFrom('refund').where('merchantId', '=', tx.merchantId).select('orderId as id')
  const byWaybill = cases.where('returnWaybill', '<>', '').where('returnWaybill', '=', code)
  return cases.where('refundNo', '=', code).union(byWaybill)
}

/** The units of the orders of these channels with this number or waybill, oldest first. */
export const unitsByOrder = (tx: Tx, code: string, channels: readonly Channel[]): Promise<LifeUnit[]> =>
  unitsOfOrders(tx, ordersNamed(tx, code, channels))

/** The units of the orders with an after-sale case of this number, or of this waybill on the way back, oldest first. */
export const unitsByCase = (tx: Tx, code: string): Promise<LifeUnit[]> => unitsOfOrders(tx, ordersOfCases(tx, code))

/** The units that share a code with one of these or are linked to one, themselves among them, oldest first. */
export function relatedUnits(tx: Tx, known: readonly LifeUnit[]): Promise<LifeUnit[]> {
  const ids = known.map(({ unitId }) => unitId)
  const filled = (codes: readonly string[]) => codes.filter((code) => code !== '')
  const imeis = filled(known.flatMap(({ imei, imei2 }) => [imei, imei2]))
  const withCode = (column: 'u.imei' | 'u.imei2' | 'u.meid' | 'u.sn', codes: readonly string[]) =>
    units(tx).select('u.id').where(column, '<>', sql.lit('')).where(column, '=', anyOf(codes))
  const earlier = known.flatMap(({ previousUnitId }) => previousUnitId ?? [])
  const found = units(tx)
    .select('u.id')
    .where('u.id', '=', anyOf([...ids, ...earlier]))
    .union(units(tx).select('u.id').where('u.previousUnitId', '=', anyOf(ids)))
    .union(withCode('u.imei', imeis))
    .union(withCode('u.imei2', imeis))
    .union(withCode('u.meid', filled(known.map(({ meid }) => meid))))
    .union(withCode('u.sn', filled(known.map(({ sn }) => sn))))
  return tx.rows(unitRows(tx).where('u.id', 'in', found))
}

const saleRows = (tx: Tx, unitIds: readonly string[]) =>
  db
    .selectFrom('saleOrderUnit as s')
    .innerJoin('saleOrder as o', (on) => on.onRef('o.merchantId', '=', 's.merchantId').onRef('o.id', '=', 's.orderId'))
    .where('s.merchantId', '=', tx.merchantId)
    .where('s.unitId', '=', anyOf(unitIds))
    .select(['s.unitId', 's.dispatchState', 's.holding', 's.bagCode', 'o.id as orderId', 'o.orderNo', 'o.channel'])
    .select(['o.state', 'o.inRefund', 'o.unitCount', 'o.dealPriceFen', 'o.freightFen', 'o.buyerNick', 'o.orderedAt'])
    .select(['o.paidAt', 'o.shippedAt', 'o.completedAt', 'o.closedAt', 'o.closeReason', 'o.carrierCode', 'o.waybill'])
    .select(({ ref }) => [shopName(tx, ref('o.shopAccountId')).as('shopName')])
    .orderBy('o.orderedAt', 'desc')
    .orderBy('o.id', 'desc')
    .limit(LINES_MAX)

/** An order that a unit is or was in. */
export type LifeSale = RowOfQuery<typeof saleRows>

/** The orders of these units, newest first. */
export const salesOf = (tx: Tx, unitIds: readonly string[]): Promise<LifeSale[]> => tx.rows(saleRows(tx, unitIds))

const offerRows = (tx: Tx, unitIds: readonly string[]) =>
  db
    .selectFrom('listingUnit as u')
    .innerJoin('listing as l', (on) => on.onRef('l.merchantId', '=', 'u.merchantId').onRef('l.id', '=', 'u.listingId'))
    .where('u.merchantId', '=', tx.merchantId)
    .where('u.unitId', '=', anyOf(unitIds))
    .select(['u.unitId', 'u.holding', 'l.id as listingId', 'l.channel', 'l.state', 'l.title', 'l.kind', 'l.unitCount'])
    .select(['l.priceFen', 'l.createdAt'])
    .select(({ ref }) => [
      shopName(tx, ref('l.shopAccountId')).as('shopName'),
      employeeName(tx, ref('l.createdBy')).as('createdBy'),
    ])
    .orderBy('l.createdAt', 'desc')
    .orderBy('l.id', 'desc')
    .limit(LINES_MAX)

/** A listing that holds or held a unit. */
export type LifeOffer = RowOfQuery<typeof offerRows>

/** The listings of these units, newest first. */
export const offersOf = (tx: Tx, unitIds: readonly string[]): Promise<LifeOffer[]> => tx.rows(offerRows(tx, unitIds))

const inspectionRows = (tx: Tx, unitIds: readonly string[]) =>
  db
    .selectFrom('inspection as i')
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.unitId', '=', anyOf(unitIds))
    .select(['i.id as inspectionId', 'i.inspectionNo', 'i.unitId', 'i.channel', 'i.state', 'i.finalGrade as grade'])
    .select(['i.systemGrade', 'i.overrideReason', 'i.repairFlag', 'i.exceptionCount', 'i.photoCount', 'i.coverKey'])
    .select(['i.createdAt'])
    .select(({ ref }) => [employeeName(tx, ref('i.inspectorId')).$notNull().as('inspectorName')])
    .orderBy('i.createdAt', 'desc')
    .orderBy('i.id', 'desc')
    .limit(LINES_MAX)

/** An inspection of a unit. */
export type LifeInspection = RowOfQuery<typeof inspectionRows>

/** The inspections of these units, newest first. */
export const inspectionsOf = (tx: Tx, unitIds: readonly string[]): Promise<LifeInspection[]> =>
  tx.rows(inspectionRows(tx, unitIds))

const bagRows = (tx: Tx, unitIds: readonly string[]) =>
  db
    .selectFrom('sealBagRecord as r')
    .where('r.merchantId', '=', tx.merchantId)
    .where('r.unitId', '=', anyOf(unitIds))
    .select(({ ref }) => [ref('r.unitId').$notNull().as('unitId'), employeeName(tx, ref('r.employeeId')).as('who')])
    .select(['r.id as recordId', 'r.at', 'r.action', 'r.bagCode', 'r.note'])
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(LINES_MAX)

/** What happened to the bags of these units, newest first; `who` is null where it was no person. */
export const bagsOf = (tx: Tx, unitIds: readonly string[]): Promise<RowOfQuery<typeof bagRows>[]> =>
  tx.rows(bagRows(tx, unitIds))

const runRows = (tx: Tx, listingIds: readonly string[]) =>
  db
    .selectFrom('auctionEntry')
    .where('merchantId', '=', tx.merchantId)
    .where('listingId', '=', anyOf(listingIds))
    .select(['id as entryId', 'listingId', 'state', 'scheduleNumber', 'mode', 'startsAt', 'endsAt', 'startPriceFen'])
    .select(['bidCount', 'bidderCount', 'highestBidFen', 'createdAt'])
    .select(({ ref }) => sql<string>`${ref('scheduleDate')}::text`.as('scheduleDate'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LINES_MAX)

/** A run of a listing in a session. */
export type LifeRun = RowOfQuery<typeof runRows>

/** The runs of these listings, newest first. */
export const runsOf = (tx: Tx, listingIds: readonly string[]): Promise<LifeRun[]> => tx.rows(runRows(tx, listingIds))

const bidRows = (tx: Tx, entryIds: readonly string[]) =>
  db
    .selectFrom('auctionBid')
    .where('merchantId', '=', tx.merchantId)
    .where('entryId', '=', anyOf(entryIds))
    .select(['entryId', 'sequence', 'at', 'bidder', 'amountFen', 'kind', 'result'])
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(LINES_MAX)

/** An offer in a run. */
export type LifeBid = RowOfQuery<typeof bidRows>

/** The offers of these runs, newest first. */
export const bidsOfRuns = (tx: Tx, entryIds: readonly string[]): Promise<LifeBid[]> => tx.rows(bidRows(tx, entryIds))

const moveRows = (tx: Tx, subject: string, ids: readonly string[]) =>
  db
    .selectFrom('history')
    .where('merchantId', '=', tx.merchantId)
    .where('subject', '=', subject)
    .where('subjectId', '=', anyOf(ids))
    .select(['subjectId', 'sequence', 'at', 'who', 'action', 'actionLabel', 'note'])
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(LINES_MAX)

/** A line of the history of a thing. */
export type LifeMove = RowOfQuery<typeof moveRows>

/** What the histories of these things say, newest first. */
export const movesOf = (tx: Tx, subject: string, ids: readonly string[]): Promise<LifeMove[]> =>
  ids.length === 0 ? Promise.resolve([]) : tx.rows(moveRows(tx, subject, ids))

const caseRows = (tx: Tx, orderIds: readonly string[]) =>
  db
    .selectFrom('refund as r')
    .where('r.merchantId', '=', tx.merchantId)
    .where('r.orderId', '=', anyOf(orderIds))
    .select([
      'r.id as refundId',
      'r.refundNo',
      'r.orderId',
      'r.channel',
      'r.kind',
      'r.state',
      'r.reason',
      'r.amountFen',
    ])
    .select(['r.openedAt', 'r.endedAt', 'r.returnCarrierCode', 'r.returnWaybill'])
    .select(['r.refusedCarrierCode', 'r.refusedWaybill', 'r.resendCarrierCode', 'r.resendWaybill'])
    .orderBy('r.openedAt', 'desc')
    .orderBy('r.id', 'desc')
    .limit(LINES_MAX)

/** An after-sale case of an order. */
export type LifeCase = RowOfQuery<typeof caseRows>

/** The after-sale cases of these orders, newest first. */
export const casesOf = (tx: Tx, orderIds: readonly string[]): Promise<LifeCase[]> => tx.rows(caseRows(tx, orderIds))

const receiptRows = (tx: Tx, unitIds: readonly string[]) =>
  db
    .selectFrom('refundUnit as u')
    .innerJoin('refund as r', (on) => on.onRef('r.merchantId', '=', 'u.merchantId').onRef('r.id', '=', 'u.refundId'))
    .innerJoin('saleOrderUnit as s', (on) =>
      on
        .onRef('s.merchantId', '=', 'u.merchantId')
        .onRef('s.orderId', '=', 'r.orderId')
        .onRef('s.unitId', '=', 'u.unitId'),
    )
    .where('u.merchantId', '=', tx.merchantId)
    .where('u.unitId', '=', anyOf(unitIds))
    .select(['u.refundId', 'u.unitId', 'u.receivedAt', 'u.receivedCode', 'u.isSamePhone', 'u.bagCode', 'u.outcomes'])
    .select(['s.imei as soldImei', 's.barCode as soldBarCode', 's.bagCode as soldBagCode'])
    .select(['u.recheckNote', 'u.recheckedAt'])
    .select(({ ref }) => [
      employeeName(tx, ref('u.receivedBy')).$notNull().as('receivedBy'),
      employeeName(tx, ref('u.recheckedBy')).as('recheckedBy'),
    ])
    .orderBy('u.receivedAt', 'desc')
    .orderBy('u.refundId', 'desc')
    .limit(LINES_MAX)

/** A unit as it came back in a case. */
export type LifeReceipt = RowOfQuery<typeof receiptRows>

/** How these units came back, newest first. */
export const receiptsOf = (tx: Tx, unitIds: readonly string[]): Promise<LifeReceipt[]> =>
  tx.rows(receiptRows(tx, unitIds))
