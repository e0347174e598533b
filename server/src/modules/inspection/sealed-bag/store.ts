import type { ParsedOf } from '@huanji/contract/call'
import type { sealBag } from '@huanji/contract/features/inspection/sealed-bag'
import { type Sought, soughtIn } from '@huanji/domain/codes/sought'
import type { BagState } from '@huanji/domain/states/bag'
import { sql } from 'kysely'
import type { Tx } from '../../../database/database.ts'
import { oneOf, takeSeveral } from '../../../database/list-filter.ts'
import { countByValue, optionsIn } from '../../../database/list-options.ts'
import { listPage, type SortedPage } from '../../../database/list-page.ts'
import { sortParts } from '../../../database/list-sort.ts'
import { anyOf, type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../../database/query.ts'
import { newId } from '../../../platform/ids.ts'
import { employeeName } from '../../history/employee-store.ts'
import { shopName } from '../store.ts'
import { anyWhole, unitIdsByAnyCode } from '../unit-store.ts'

const COLUMNS = ['b.id as bagId', 'b.bagCode', 'b.state', 'b.unitId', 'b.inspectionId'] as const satisfies ColumnsOf<
  'sealBag',
  'b'
>

export type Bag = RowOf<'sealBag', typeof COLUMNS, 'b'>

const bags = (tx: Tx) => db.selectFrom('sealBag as b').where('b.merchantId', '=', tx.merchantId)

/** Enters new bags; gives how many of them were not known before. */
export function insertBags(tx: Tx, bagCodes: readonly string[], now: Date): Promise<number> {
  const { merchantId } = tx
  const unused = { merchantId, state: 'unused', registeredAt: now, updatedAt: now } as const
  return tx.run(
    db
      .insertInto('sealBag')
      .values(bagCodes.map((bagCode) => ({ ...unused, id: newId(), bagCode })))
      .onConflict((conflict) => conflict.columns(['merchantId', 'bagCode']).doNothing()),
  )
}

/** Which of these bags may still be bound, each locked until the transaction ends, in the order of their codes. */
export function lockUnusedBags(tx: Tx, bagCodes: readonly string[]): Promise<{ bagId: string; bagCode: string }[]> {
  return tx.rows(
    bags(tx)
      .select(['b.id as bagId', 'b.bagCode'])
      .where('b.bagCode', '=', anyOf(bagCodes))
      .where('b.state', '=', 'unused')
      .orderBy('b.bagCode')
      .forUpdate(),
  )
}

/** Puts locked bags into a state that their present one leads to. */
export async function setBagStates(tx: Tx, bagIds: readonly string[], state: BagState, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('sealBag')
      .set({ state, updatedAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', anyOf(bagIds)),
  )
}

/** A bag with the number of the record it was bound for, or null; the number is empty for a bag that never was. */
export function findBagUse(tx: Tx, bagCode: string): Promise<(Bag & { inspectionNo: string }) | null> {
  return tx.one(
    bags(tx)
      .leftJoin('inspection as i', (on) =>
        on.onRef('i.merchantId', '=', 'b.merchantId').onRef('i.id', '=', 'b.inspectionId'),
      )
      .select(COLUMNS)
      .select(({ fn }) => fn.coalesce('i.inspectionNo', sql.lit('')).as('inspectionNo'))
      .where('b.bagCode', '=', bagCode),
  )
}

const withCode = (tx: Tx, bagCode: string) => bags(tx).select(COLUMNS).where('b.bagCode', '=', bagCode)

/** A bag by its code, or null. */
export function findBag(tx: Tx, bagCode: string): Promise<Bag | null> {
  return tx.one(withCode(tx, bagCode))
}

/** A bag as whoever wants to take it needs it. */
export type BagUse = Pick<Bag, 'bagCode' | 'state' | 'unitId'>

const bagUses = (tx: Tx, bagCodes: readonly string[]) =>
  bags(tx).select(['b.bagCode', 'b.state', 'b.unitId']).where('b.bagCode', '=', anyOf(bagCodes)).orderBy('b.bagCode')

/** The bags with these codes, in their order; unknown ones are left out. */
export function findBags(tx: Tx, bagCodes: readonly string[]): Promise<BagUse[]> {
  return tx.rows(bagUses(tx, bagCodes))
}

/**
 * The same, locked until the transaction ends: before phones and numbers, so that two people with the same bag and the
 * same phone never wait for each other in a circle.
 */
export function lockBags(tx: Tx, bagCodes: readonly string[]): Promise<BagUse[]> {
  return tx.rows(bagUses(tx, bagCodes).forUpdate())
}

/** A bag by its code, locked until the transaction ends, or null. */
export function lockBag(tx: Tx, bagCode: string): Promise<Bag | null> {
  return tx.one(withCode(tx, bagCode).forUpdate())
}

/** The state of a bag that a unit is in, written out as in the index of those bags. */
const BOUND = sql.lit<BagState>('bound')

/** The bag a unit is sealed in now, locked until the transaction ends, or null. */
export function lockBagOfUnit(tx: Tx, unitId: string): Promise<Bag | null> {
  return tx.one(bags(tx).select(COLUMNS).where('b.unitId', '=', unitId).where('b.state', '=', BOUND).forUpdate())
}

/** The bag that is held for a unit until its photographs are complete, locked until the transaction ends, or null. */
export function lockHeldBagOf(tx: Tx, unitId: string): Promise<Bag | null> {
  const held = sql.lit<BagState>('held')
  return tx.one(bags(tx).select(COLUMNS).where('b.unitId', '=', unitId).where('b.state', '=', held).forUpdate())
}

/** The newest bag of a unit that is bound or went out with it, locked until the transaction ends, or null. */
export function lockLastBagOfUnit(tx: Tx, unitId: string): Promise<Bag | null> {
  return tx.one(
    bags(tx)
      .select(COLUMNS)
      .where('b.unitId', '=', unitId)
      .where('b.state', 'in', ['bound', 'shipped'])
      .orderBy('b.updatedAt', 'desc')
      .orderBy('b.id', 'desc')
      .limit(1)
      .forUpdate(),
  )
}

/** The bags that units are sealed in now. */
export function bagsOfUnits(tx: Tx, unitIds: readonly string[]): Promise<{ unitId: string; bagCode: string }[]> {
  return tx.rows(
    bags(tx)
      .select(({ ref }) => [ref('b.unitId').$notNull().as('unitId'), 'b.bagCode'])
      .where('b.unitId', '=', anyOf(unitIds))
      .where('b.state', '=', BOUND)
      .orderBy('b.bagCode'),
  )
}

export interface BagAct {
  readonly bagCode: string
  readonly action: BagRecord['action']
  readonly state: BagState
  /** The record whose unit it concerns; null for a roll. */
  readonly inspectionId: string | null
  readonly orderId?: string | null
  readonly orderNo?: string
  readonly note: string
  /** Null when it was no person. */
  readonly employeeId: string | null
  readonly now: Date
}

/** Adds a line to the record of binding; the unit's facts are copied as they are now. */
export async function recordBagAct(tx: Tx, act: BagAct): Promise<void> {
  const { bagCode, action, state, inspectionId, orderId = null, orderNo = '', note, employeeId, now } = act
  const unit = inspectionId === null ? null : await factsOfUnit(tx, inspectionId)
  await tx.run(
    db.insertInto('sealBagRecord').values({
      merchantId: tx.merchantId,
      id: newId(),
      bagCode,
      action,
      state,
      orderId,
      orderNo,
      note,
      employeeId,
      ...unit,
      at: now,
    }),
  )
}

/** What a line copies of the unit whose record it is. */
const FACTS = [
  'unitId',
  'id as inspectionId',
  'imei',
  'barCode',
  'modelName',
  'skuText',
  'inspectionNo',
  'shopAccountId',
] as const satisfies ColumnsOf<'inspection'>

const factsOfUnit = (tx: Tx, inspectionId: string): Promise<RowOf<'inspection', typeof FACTS> | null> =>
  tx.one(
    db.selectFrom('inspection').select(FACTS).where('merchantId', '=', tx.merchantId).where('id', '=', inspectionId),
  )

const RECORD_COLUMNS = [
  'r.id as recordId',
  'r.bagCode',
  'r.action',
  'r.state',
  'r.imei',
  'r.barCode',
  'r.modelName',
  'r.skuText',
  'r.inspectionId',
  'r.inspectionNo',
  'r.orderId',
  'r.orderNo',
  'r.note',
  'r.at',
] as const satisfies ColumnsOf<'sealBagRecord', 'r'>

const bagRecords = (tx: Tx) =>
  db
    .selectFrom('sealBagRecord as r')
    .select(RECORD_COLUMNS)
    .select(({ fn, ref }) => [
      fn.coalesce(shopName(tx, ref('r.shopAccountId')), sql.lit('')).as('shopName'),
      fn.coalesce(employeeName(tx, ref('r.employeeId')), sql.lit('')).as('employeeName'),
    ])
    .where('r.merchantId', '=', tx.merchantId)

/** A line of the record of binding, as it is shown. */
export type BagRecord = RowOfQuery<typeof bagRecords>

export type BagRecordFilter = ParsedOf<typeof sealBag.records>

/** The filters that take several values; each has an index that ends in the list's order. */
const RECORD_FILTERS = {
  operatorId: { column: 'r.employeeId', type: 'uuid' },
  action: { column: 'r.action', type: 'text' },
} as const

function filteredRecords(tx: Tx, filter: BagRecordFilter) {
  let query = bagRecords(tx)
  const bag = soughtIn(filter.bagCode)
  const code = soughtIn(filter.code)
  if (bag) query = query.where('r.bagCode', '=', anyWhole(bag))
  if (code) query = query.where('r.id', 'in', idsByAnyCode(tx, code))
  if (filter.state) query = query.where('r.state', '=', filter.state)
  if (filter.action) query = query.where('r.action', '=', oneOf(filter.action))
  if (filter.operatorId) query = query.where('r.employeeId', '=', oneOf(filter.operatorId))
  if (filter.from) query = query.where('r.at', '>=', filter.from)
  if (filter.to) query = query.where('r.at', '<=', filter.to)
  return query
}

/** One page of the record of binding, newest first unless `filter.sort` says otherwise. */
export async function listBagRecords(
  tx: Tx,
  filter: BagRecordFilter,
): Promise<SortedPage<BagRecord, BagRecordFilter['sort']>> {
  const taken = takeSeveral(filter, RECORD_FILTERS)
  const { direction } = sortParts(filter.sort ?? 'at.desc')
  const page = await listPage(tx, filteredRecords(tx, taken?.filter ?? filter), {
    sort: { column: 'r.at', idColumn: 'r.id', direction },
    paging: filter,
    several: taken?.several,
  })
  return { ...page, sort: filter.sort ?? null }
}

/** How many lines there are for each value of the filter that is asked about, each count capped; null where none is. */
export async function countBagRecordOptions(tx: Tx, filter: BagRecordFilter): Promise<Record<string, number> | null> {
  const { countBy, bagCode, code, state, action, operatorId, from, to } = filter
  if (countBy === undefined) return null
  const values = { action, operatorId, [countBy]: undefined }
  const { column } = RECORD_FILTERS[countBy]
  const all = db.selectFrom('sealBagRecord as r').where('r.merchantId', '=', tx.merchantId)
  const isIndexed = !(bagCode || code || state || from || to || Object.values(values).some(Boolean))
  const rows = filteredRecords(tx, { ...filter, ...values })
  return countByValue(tx, rows, column, { options: optionsIn(all, column), isIndexed })
}

/** The ids of the lines that a code of any kind finds; each way has its index. */
function idsByAnyCode(tx: Tx, code: Sought) {
  const own = db.selectFrom('sealBagRecord').select('id').where('merchantId', '=', tx.merchantId)
  return own.where('bagCode', '=', anyWhole(code)).union(own.where('unitId', 'in', unitIdsByAnyCode(tx, code)))
}
