import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

export type UnitCodeKind = 'imei' | 'meid' | 'sn'

/** The codes of one phone as they are stored: normalised, empty where it has none. */
export interface UnitCodes {
  readonly kind: UnitCodeKind
  readonly imei: string
  readonly imei2: string
  readonly meid: string
  readonly sn: string
}

/** What tells one SKU of a model from another. */
export interface UnitSku {
  readonly regulatoryNo: string
  readonly ram: string
  readonly storage: string
  readonly colour: string
}

export interface UnitModel {
  readonly modelId: string
  readonly modelName: string
  readonly sku: UnitSku
  readonly skuText: string
}

/** A unit as the house knows it, with its newest inspection record. */
export interface KnownUnit extends UnitCodes {
  unitId: string
  barCode: string
  modelId: string
  /** True while the unit is what the phone is now; false once the phone came back as another unit. */
  isCurrent: boolean
  inspectionId: string | null
  inspectionNo: string | null
  state: string | null
}

interface CodeRow {
  readonly kind: UnitCodeKind
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

function codeTable(rows: readonly CodeRow[]): RawBuilder<unknown> {
  const kinds = rows.map((row) => row.kind)
  const codes = rows.map((row) => row.code)
  return sql`unnest(${kinds}::text[], ${codes}::text[]) as given (kind, code)`
}

/** The units that hold any of these codes now, at most a handful: more than one means codes of two phones were mixed. */
export async function unitsHolding(tx: Tx, codes: UnitCodes): Promise<{ unitId: string; barCode: string }[]> {
  return tx.rows(sql`
    select distinct u.id as "unitId", u.bar_code as "barCode"
    from ${codeTable(codeRows(codes))}
    join unit_code c on c.merchant_id = ${tx.merchantId} and c.kind = given.kind and c.code = given.code
    join unit u on u.merchant_id = c.merchant_id and u.id = c.unit_id
    order by 2`)
}

/**
 * Claims the codes for a unit. False when a rival holds one of them: then nothing is claimed by this call. Waits for a
 * rival that is about to commit.
 */
export async function claimCodes(tx: Tx, unitId: string, codes: UnitCodes): Promise<boolean> {
  const rows = codeRows(codes)
  const claimed = await tx.rows<CodeRow>(sql`
    insert into unit_code (merchant_id, kind, code, unit_id)
    values ${sql.join(rows.map(({ kind, code }) => sql`(${tx.merchantId}, ${kind}, ${code}, ${unitId})`))}
    on conflict (merchant_id, kind, code) do update set unit_id = unit_code.unit_id
      where unit_code.unit_id = excluded.unit_id
    returning kind, code`)
  if (claimed.length === rows.length) return true
  await releaseCodes(tx, unitId)
  return false
}

/** Takes a unit's codes away, so that the phone can become another unit. */
export async function releaseCodes(tx: Tx, unitId: string): Promise<void> {
  await tx.run(sql`delete from unit_code where merchant_id = ${tx.merchantId} and unit_id = ${unitId}`)
}

/** Puts exactly these codes on a unit that exists. False when another unit holds one of them. */
export async function replaceCodes(tx: Tx, unitId: string, codes: UnitCodes): Promise<boolean> {
  await releaseCodes(tx, unitId)
  if (!(await claimCodes(tx, unitId, codes))) return false
  await tx.run(sql`
    update unit set code_kind = ${codes.kind}, imei = ${codes.imei}, imei2 = ${codes.imei2}, meid = ${codes.meid},
      sn = ${codes.sn}
    where merchant_id = ${tx.merchantId} and id = ${unitId}`)
  return true
}

/** The codes a unit was entered with, or null when there is no such unit. */
export function codesOfUnit(tx: Tx, unitId: string): Promise<UnitCodes | null> {
  return tx.one<UnitCodes>(sql`
    select code_kind as kind, imei, imei2, meid, sn from unit where merchant_id = ${tx.merchantId} and id = ${unitId}`)
}

/** A unit with its codes, locked until the transaction ends, or null. */
export function lockUnit(tx: Tx, unitId: string): Promise<(UnitCodes & { unitId: string; barCode: string }) | null> {
  return tx.one(sql`
    select id as "unitId", bar_code as "barCode", code_kind as kind, imei, imei2, meid, sn from unit
    where merchant_id = ${tx.merchantId} and id = ${unitId} for update`)
}

/** Writes a new unit whose codes are claimed already. */
export async function insertUnit(
  tx: Tx,
  unit: UnitCodes & UnitModel & { unitId: string; barCode: string; previousUnitId: string | null; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into unit (merchant_id, id, bar_code, code_kind, imei, imei2, meid, sn, model_id, model_name, sku, sku_text,
      previous_unit_id, created_at)
    values (${tx.merchantId}, ${unit.unitId}, ${unit.barCode}, ${unit.kind}, ${unit.imei}, ${unit.imei2}, ${unit.meid},
      ${unit.sn}, ${unit.modelId}, ${unit.modelName}, ${JSON.stringify(unit.sku)}, ${unit.skuText},
      ${unit.previousUnitId}, ${unit.now})`)
}

/** Notes which model and SKU the newest record found the unit to be. */
export async function updateUnitModel(tx: Tx, unitId: string, model: UnitModel): Promise<void> {
  await tx.run(sql`
    update unit set model_id = ${model.modelId}, model_name = ${model.modelName}, sku = ${JSON.stringify(model.sku)},
      sku_text = ${model.skuText}
    where merchant_id = ${tx.merchantId} and id = ${unitId}`)
}

/** Every unit a phone with one of these codes ever was, newest first; at most 50. */
export function unitsOfPhone(tx: Tx, codes: Pick<UnitCodes, 'imei' | 'imei2' | 'meid' | 'sn'>): Promise<KnownUnit[]> {
  const imeis = [codes.imei, codes.imei2].filter((code) => code !== '')
  return knownUnits(
    tx,
    sql`
      select id from unit where merchant_id = ${tx.merchantId} and imei <> '' and imei = any (${imeis}::text[])
      union select id from unit where merchant_id = ${tx.merchantId} and imei2 <> '' and imei2 = any (${imeis}::text[])
      union select id from unit where merchant_id = ${tx.merchantId} and meid <> '' and meid = ${codes.meid}
      union select id from unit where merchant_id = ${tx.merchantId} and sn <> '' and sn = ${codes.sn}`,
  )
}

/** The units that a code of any kind points at: a code of the phone, our bar code, a bag, an inspection number. */
export function unitsByAnyCode(tx: Tx, code: string): Promise<KnownUnit[]> {
  return knownUnits(tx, unitIdsByAnyCode(tx, code))
}

/** The ids of those units, as a subquery. */
export function unitIdsByAnyCode(tx: Tx, code: string): RawBuilder<string> {
  return sql<string>`(
    select id from unit where merchant_id = ${tx.merchantId} and imei <> '' and imei = ${code}
    union select id from unit where merchant_id = ${tx.merchantId} and imei2 <> '' and imei2 = ${code}
    union select id from unit where merchant_id = ${tx.merchantId} and meid <> '' and meid = ${code}
    union select id from unit where merchant_id = ${tx.merchantId} and sn <> '' and sn = ${code}
    union select id from unit where merchant_id = ${tx.merchantId} and bar_code = ${code}
    union select unit_id from seal_bag where merchant_id = ${tx.merchantId} and bag_code = ${code} and unit_id is not null
    union select unit_id from inspection where merchant_id = ${tx.merchantId} and inspection_no = ${code})`
}

function knownUnits(tx: Tx, ids: RawBuilder<unknown>): Promise<KnownUnit[]> {
  return tx.rows<KnownUnit>(sql`
    select u.id as "unitId", u.bar_code as "barCode", u.code_kind as kind, u.imei, u.imei2, u.meid, u.sn,
      u.model_id as "modelId", newest.id as "inspectionId", newest.inspection_no as "inspectionNo", newest.state,
      exists (select 1 from unit_code c where c.merchant_id = ${tx.merchantId} and c.unit_id = u.id) as "isCurrent"
    from unit u
    left join lateral (
      select i.id, i.inspection_no, i.state from inspection i
      where i.merchant_id = ${tx.merchantId} and i.unit_id = u.id
      order by i.created_at desc, i.id desc limit 1
    ) as newest on true
    where u.merchant_id = ${tx.merchantId} and u.id in (${ids})
    order by "isCurrent" desc, u.created_at desc, u.id desc limit 50`)
}
