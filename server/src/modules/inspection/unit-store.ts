import type { Sought } from '@huanji/domain/codes/sought'
import { type Expression, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf } from '../../database/list-filter.ts'
import { anyOf, type ColumnsOf, db, jsonText, type RowOf, type RowOfQuery } from '../../database/query.ts'

const CODE_COLUMNS = ['codeKind as kind', 'imei', 'imei2', 'meid', 'sn'] as const satisfies ColumnsOf<'unit'>

/** The codes of one phone as they are stored: normalised, empty where it has none. */
export type UnitCodes = Readonly<RowOf<'unit', typeof CODE_COLUMNS>>

const MODEL_COLUMNS = ['modelId', 'modelName', 'sku', 'skuText'] as const satisfies ColumnsOf<'unit'>

/** Which model and SKU a unit is. */
export type UnitModel = Readonly<RowOf<'unit', typeof MODEL_COLUMNS>>

/** What tells one SKU of a model from another. */
export type UnitSku = UnitModel['sku']

const units = (tx: Tx) => db.selectFrom('unit').where('merchantId', '=', tx.merchantId)

interface CodeRow {
  readonly kind: UnitCodes['kind']
  readonly code: string
}

function codeRows(codes: UnitCodes): CodeRow[] {
  const rows: CodeRow[] = [
    { kind: 'imei', code: codes.imei },
    { kind: 'imei', code: codes.imei2 },
    { kind: 'meid', code: codes.meid },
    { kind: 'sn', code: codes.sn },
  ]
  return rows.filter((row) => row.code !== '').sort((a, b) => (a.kind + a.code < b.kind + b.code ? -1 : 1))
}

function codeTable(phones: readonly UnitCodes[]) {
  const rows = phones.flatMap((phone, index) => codeRows(phone).map((row) => ({ ...row, index })))
  const kinds = rows.map((row) => row.kind)
  const codes = rows.map((row) => row.code)
  const indexes = rows.map((row) => row.index)
  return sql<CodeRow & { index: number }>`unnest(${kinds}::text[], ${codes}::text[], ${indexes}::int[])`.as<'given'>(
    sql`given (kind, code, index)`,
  )
}

/** A unit that holds codes of a phone now. */
export interface Holder {
  readonly unitId: string
  readonly barCode: string
}

/**
 * The units that hold any of the codes of these phones now, for each phone in their order, by bar code. Mostly one or
 * none: more than one means that codes of two units were mixed.
 */
export async function unitsHolding(tx: Tx, phones: readonly UnitCodes[]): Promise<Holder[][]> {
  const rows = await tx.rows(
    db
      .selectFrom(codeTable(phones))
      .innerJoin('unitCode as c', (on) =>
        on.on('c.merchantId', '=', tx.merchantId).onRef('c.kind', '=', 'given.kind').onRef('c.code', '=', 'given.code'),
      )
      .innerJoin('unit as u', (on) => on.onRef('u.merchantId', '=', 'c.merchantId').onRef('u.id', '=', 'c.unitId'))
      .select(['given.index', 'u.id as unitId', 'u.barCode'])
      .distinct()
      .orderBy('given.index')
      .orderBy('u.barCode'),
  )
  const holders: Holder[][] = phones.map(() => [])
  for (const { index, ...holder } of rows) holders[index]?.push(holder)
  return holders
}

/** By what rivals for phones wait in one order: the first of a phone's codes. */
export const claimOrder = (codes: UnitCodes): string => codeRows(codes).map(({ kind, code }) => kind + code)[0] ?? ''

/** A unit, and the codes of the phone that it is. */
export interface CodedUnit {
  readonly unitId: string
  readonly codes: UnitCodes
}

/**
 * Claims the codes for a unit. False when a rival holds one of them: then nothing is claimed by this call. Waits for a
 * rival that is about to commit.
 */
export const claimCodes = (tx: Tx, unitId: string, codes: UnitCodes): Promise<boolean> =>
  claimCodesOf(tx, [{ unitId, codes }])

/** The same for several units of different phones: all codes, in one order whoever claims, or none. */
export async function claimCodesOf(tx: Tx, units: readonly CodedUnit[]): Promise<boolean> {
  const { merchantId } = tx
  const rows = units
    .flatMap(({ unitId, codes }) => codeRows(codes).map((row) => ({ merchantId, ...row, unitId })))
    .sort((a, b) => (a.kind + a.code < b.kind + b.code ? -1 : 1))
  const claimed = await tx.run(
    db
      .insertInto('unitCode')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['merchantId', 'kind', 'code'])
          .doUpdateSet(({ ref }) => ({ unitId: ref('unitCode.unitId') }))
          .whereRef('unitCode.unitId', '=', 'excluded.unitId'),
      ),
  )
  if (claimed === rows.length) return true
  await releaseCodesOf(
    tx,
    units.map(({ unitId }) => unitId),
  )
  return false
}

/** Takes a unit's codes away, so that the phone can become another unit. */
export const releaseCodes = (tx: Tx, unitId: string): Promise<void> => releaseCodesOf(tx, [unitId])

/** The same for several units. */
export async function releaseCodesOf(tx: Tx, unitIds: readonly string[]): Promise<void> {
  await tx.run(db.deleteFrom('unitCode').where('merchantId', '=', tx.merchantId).where('unitId', '=', anyOf(unitIds)))
}

/** Puts exactly these codes on a unit that exists. False when another unit holds one of them. */
export async function replaceCodes(tx: Tx, unitId: string, codes: UnitCodes): Promise<boolean> {
  await releaseCodes(tx, unitId)
  if (!(await claimCodes(tx, unitId, codes))) return false
  const { kind, imei, imei2, meid, sn } = codes
  await tx.run(
    db
      .updateTable('unit')
      .set({ codeKind: kind, imei, imei2, meid, sn })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', unitId),
  )
  return true
}

/** The codes a unit was entered with, or null when there is no such unit. */
export function codesOfUnit(tx: Tx, unitId: string): Promise<UnitCodes | null> {
  return tx.one(units(tx).select(CODE_COLUMNS).where('id', '=', unitId))
}

/** Which model and SKU a unit was found to be, or null when there is no such unit. */
export function modelOfUnit(tx: Tx, unitId: string): Promise<UnitModel | null> {
  return tx.one(units(tx).select(MODEL_COLUMNS).where('id', '=', unitId))
}

/** A unit with its codes, locked until the transaction ends, or null. */
export function lockUnit(tx: Tx, unitId: string): Promise<(UnitCodes & { unitId: string; barCode: string }) | null> {
  return tx.one(
    units(tx)
      .select(['id as unitId', 'barCode', ...CODE_COLUMNS])
      .where('id', '=', unitId)
      .forUpdate(),
  )
}

export interface NewUnit extends UnitCodes {
  readonly unitId: string
  readonly barCode: string
  readonly previousUnitId: string | null
  readonly model: UnitModel
  /** Since when it is here, ISO 8601; null for since now. */
  readonly stockedAt: string | null
}

/** Writes new units whose codes are claimed already. */
export async function insertUnits(tx: Tx, units: readonly NewUnit[], now: Date): Promise<void> {
  if (units.length === 0) return
  const { merchantId } = tx
  await tx.run(
    db.insertInto('unit').values(
      units.map(({ unitId, barCode, previousUnitId, stockedAt, model, kind, imei, imei2, meid, sn }) => ({
        merchantId,
        id: unitId,
        createdAt: now,
        stockedAt,
        modelId: model.modelId,
        modelName: model.modelName,
        sku: jsonText(model.sku),
        skuText: model.skuText,
        barCode,
        codeKind: kind,
        imei,
        imei2,
        meid,
        sn,
        previousUnitId,
      })),
    ),
  )
}

/** Records which model and SKU the newest records found these units to be. */
export async function updateUnitModel(tx: Tx, unitIds: readonly string[], model: UnitModel): Promise<void> {
  if (unitIds.length === 0) return
  const { modelId, modelName, sku, skuText } = model
  await tx.run(
    db
      .updateTable('unit')
      .set({ modelId, modelName, sku: jsonText(sku), skuText })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', anyOf(unitIds)),
  )
}

/** The ids of the units with a code in one of its columns, which has an index of the codes that are not empty. */
/** What a column is compared with so that it has any of the codes that are looked for. */
export const anyWhole = (code: string | Sought) => (typeof code === 'string' ? code : oneOf(code.whole))

/** The least text behind all that begin with some digits; `:` comes after 9. */
const behind = (digits: string): string =>
  digits.slice(0, -1) + String.fromCharCode((digits.at(-1) ?? '9').charCodeAt(0) + 1)

/** The units of which a code ends in the digits: ranges of the codes that are kept from their ends. */
function idsEnding(tx: Tx, digits: string) {
  const first = [...digits].reverse().join('')
  const beyond = behind(first)
  const own = units(tx).select('id')
  const ofBag = db
    .selectFrom('sealBag')
    .select(({ ref }) => ref('unitId').$notNull().as('id'))
    .where('merchantId', '=', tx.merchantId)
    .where('bagCodeEnd', '>=', first)
    .where('bagCodeEnd', '<', beyond)
    .where('unitId', 'is not', null)
  return own
    .where('imeiEnd', '<>', sql.lit(''))
    .where('imeiEnd', '>=', first)
    .where('imeiEnd', '<', beyond)
    .union(own.where('imei2End', '<>', sql.lit('')).where('imei2End', '>=', first).where('imei2End', '<', beyond))
    .union(own.where('barCodeEnd', '>=', first).where('barCodeEnd', '<', beyond))
    .union(ofBag)
}

const idsWith = (tx: Tx, column: 'imei' | 'imei2' | 'meid' | 'sn', code: string | Expression<string>) =>
  units(tx).select('id').where(column, '<>', sql.lit('')).where(column, '=', code)

/** The newest unit that each of these phones was before, in their order; null for one that is new here. */
export async function earlierUnitsOf(tx: Tx, phones: readonly UnitCodes[]): Promise<(string | null)[]> {
  const codesOf = (column: 'imei' | 'imei2' | 'meid' | 'sn') =>
    phones.map((phone) => phone[column]).filter((code) => code !== '')
  const imeis = [...codesOf('imei'), ...codesOf('imei2')]
  const ids = idsWith(tx, 'imei', anyOf(imeis))
    .union(idsWith(tx, 'imei2', anyOf(imeis)))
    .union(idsWith(tx, 'meid', anyOf(codesOf('meid'))))
    .union(idsWith(tx, 'sn', anyOf(codesOf('sn'))))
  const known = await tx.rows(
    units(tx)
      .select(['id', ...CODE_COLUMNS])
      .where('id', 'in', ids)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc'),
  )
  return phones.map((phone) => known.find((unit) => shareCode(unit, phone))?.id ?? null)
}

/** True when two phones share a code. */
export function shareCode(a: UnitCodes, b: UnitCodes): boolean {
  const imeis = [b.imei, b.imei2]
  return (
    [a.imei, a.imei2].some((imei) => imei !== '' && imeis.includes(imei)) ||
    (a.meid !== '' && a.meid === b.meid) ||
    (a.sn !== '' && a.sn === b.sn)
  )
}

/** Every unit a phone with one of these codes ever was, newest first; at most 50. */
export function unitsOfPhone(tx: Tx, codes: Pick<UnitCodes, 'imei' | 'imei2' | 'meid' | 'sn'>): Promise<KnownUnit[]> {
  const imeis = [codes.imei, codes.imei2].filter((code) => code !== '')
  const ids = idsWith(tx, 'imei', anyOf(imeis))
    .union(idsWith(tx, 'imei2', anyOf(imeis)))
    .union(idsWith(tx, 'meid', codes.meid))
    .union(idsWith(tx, 'sn', codes.sn))
  return tx.rows(knownUnits(tx, ids))
}

/** The units that a code of any kind points at: a code of the phone, our bar code, a bag, an inspection number. */
export function unitsByAnyCode(tx: Tx, code: string | Sought): Promise<KnownUnit[]> {
  return tx.rows(knownUnits(tx, unitIdsByAnyCode(tx, code)))
}

/**
 * The ids of those units, as a subquery: `where('unitId', 'in', unitIdsByAnyCode(tx, code))`. One code names its units
 * whole; several, and the ends of codes, only where somebody looks for phones (`soughtIn`).
 */
export function unitIdsByAnyCode(tx: Tx, code: string | Sought) {
  const { merchantId } = tx
  const whole = anyWhole(code)
  const ofBag = db
    .selectFrom('sealBag')
    .select(({ ref }) => ref('unitId').$notNull().as('id'))
    .where('merchantId', '=', merchantId)
    .where('bagCode', '=', whole)
    .where('unitId', 'is not', null)
  const ofRecord = db
    .selectFrom('inspection')
    .select('unitId as id')
    .where('merchantId', '=', merchantId)
    .where('inspectionNo', '=', whole)
  const ids = idsWith(tx, 'imei', whole)
    .union(idsWith(tx, 'imei2', whole))
    .union(idsWith(tx, 'meid', whole))
    .union(idsWith(tx, 'sn', whole))
    .union(units(tx).select('id').where('barCode', '=', whole))
    .union(ofBag)
    .union(ofRecord)
  const ends = typeof code === 'string' ? [] : code.ends
  return ends.reduce((all, digits) => all.union(idsEnding(tx, digits)), ids)
}

function knownUnits(tx: Tx, ids: ReturnType<typeof unitIdsByAnyCode>) {
  const { merchantId } = tx
  const known = db
    .selectFrom('unit as u')
    .selectAll()
    .select(({ exists, ref, selectFrom }) => [
      selectFrom('inspection as i')
        .select('i.id')
        .where('i.merchantId', '=', merchantId)
        .where('i.unitId', '=', ref('u.id'))
        .orderBy('i.createdAt', 'desc')
        .orderBy('i.id', 'desc')
        .limit(1)
        .as('newestId'),
      exists(
        selectFrom('unitCode as c')
          .select(sql.lit(1).as('one'))
          .where('c.merchantId', '=', merchantId)
          .where('c.unitId', '=', ref('u.id')),
      )
        .$castTo<boolean>()
        .as('isCurrent'),
    ])
    .where('u.merchantId', '=', merchantId)
    .where('u.id', 'in', ids)
    .orderBy('isCurrent', 'desc')
    .orderBy('u.createdAt', 'desc')
    .orderBy('u.id', 'desc')
    .limit(50)
  // a lateral join of the newest record would need `on true`, which a cluster refuses in an outer join
  return db
    .selectFrom(known.as('u'))
    .leftJoin('inspection as i', (on) => on.on('i.merchantId', '=', merchantId).onRef('i.id', '=', 'u.newestId'))
    .select(['u.id as unitId', 'u.barCode', 'u.codeKind as kind', 'u.imei', 'u.imei2', 'u.meid', 'u.sn', 'u.modelId'])
    .select(['i.id as inspectionId', 'i.inspectionNo', 'i.state', 'u.isCurrent'])
    .orderBy('u.isCurrent', 'desc')
    .orderBy('u.createdAt', 'desc')
    .orderBy('u.id', 'desc')
}

/**
 * A unit as the merchant knows it, with its newest inspection record. `isCurrent` while the unit is what the phone is now;
 * not once the phone came back as another unit.
 */
export type KnownUnit = RowOfQuery<typeof knownUnits>

/** The orders that these units wait to be shipped for, each by its unit; those whose parcel has left are left out. */
export async function ordersInHouse(tx: Tx, unitIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (unitIds.length === 0) return new Map()
  const rows = await tx.rows(
    db
      .selectFrom('saleOrderUnit as s')
      .innerJoin('saleOrder as o', (on) =>
        on.onRef('o.merchantId', '=', 's.merchantId').onRef('o.id', '=', 's.orderId'),
      )
      .where('s.merchantId', '=', tx.merchantId)
      .where('s.unitId', '=', anyOf(unitIds))
      .where('s.holding', '=', true)
      .where('s.dispatchState', 'in', ['pending', 'checked'])
      .select(['s.unitId', 'o.orderNo']),
  )
  return new Map(rows.map(({ unitId, orderNo }) => [unitId, orderNo]))
}
