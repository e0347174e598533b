import type { StockPhone } from './stock-room.ts'

/** What the codes of a phone that was copied begin with, beside its number. */
export interface CloneCodes {
  readonly imei: string
  readonly bagCode: string
  readonly barCode: string
  readonly inspectionNo: string
}

const NAMES: Readonly<Record<keyof CloneCodes, string>> = {
  imei: 'imei',
  bagCode: 'bag_code',
  barCode: 'bar_code',
  inspectionNo: 'inspection_no',
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The columns of a table that are written, without those that the database fills in by itself. */
export type WrittenColumns = Readonly<Record<'unit' | 'seal_bag', readonly string[]>>

/** The statement that names them, a row each. */
export const WRITTEN_COLUMNS = `
  select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name in ('unit', 'seal_bag') and is_generated = 'NEVER'`

/**
 * The statement that copies a phone of a batch, ready to be offered, once for each row of codes: a thousand phones that
 * went through every call would take longer than what is done with them.
 */
export function cloneStatement(
  merchantId: string,
  from: StockPhone,
  codes: readonly CloneCodes[],
  written: WrittenColumns,
): string {
  const into = (table: keyof WrittenColumns, record: string) =>
    `insert into ${table} (${written[table].join(', ')}) select ${written[table].map((name) => `(${record}).${name}`).join(', ')}`
  const names = Object.keys(NAMES) as (keyof CloneCodes)[]
  const values = codes.map((row) => `(${names.map((name) => literal(row[name])).join(', ')})`).join(', ')
  const mine = `merchant_id = ${literal(merchantId)}`
  return `
    with given as materialized (
      select gen_random_uuid() as unit_id, gen_random_uuid() as inspection_id, gen_random_uuid() as photo_task_id,
          gen_random_uuid() as bag_id, codes.*
        from (values ${values}) as codes (${names.map((name) => NAMES[name]).join(', ')})
    ), record as (
      select * from inspection where ${mine} and id = ${literal(from.inspectionId)}
    ), units as (
      ${into('unit', 'copy.row')} from (
        select jsonb_populate_record(unit, jsonb_build_object(
            'id', given.unit_id, 'bar_code', given.bar_code, 'imei', given.imei)) as row
          from unit, given, record where unit.${mine} and unit.id = record.unit_id) as copy
    ), codes as (
      insert into unit_code (merchant_id, kind, code, unit_id)
        select ${literal(merchantId)}::uuid, 'imei', given.imei, given.unit_id from given
    ), bags as (
      ${into('seal_bag', 'copy.row')} from (
        select jsonb_populate_record(seal_bag, jsonb_build_object(
            'id', given.bag_id, 'bag_code', given.bag_code, 'unit_id', given.unit_id,
            'inspection_id', given.inspection_id)) as row
          from seal_bag, given, record
          where seal_bag.${mine} and seal_bag.bag_code = record.bag_code and given.bag_code <> '') as copy
    )
    insert into inspection select (jsonb_populate_record(inspection, jsonb_build_object(
        'id', given.inspection_id, 'unit_id', given.unit_id, 'photo_task_id', given.photo_task_id,
        'inspection_no', given.inspection_no, 'bar_code', given.bar_code, 'imei', given.imei,
        'bag_code', nullif(given.bag_code, '')))).*
      from inspection, given where inspection.${mine} and inspection.id = ${literal(from.inspectionId)}
      returning id::text as "inspectionId", imei, coalesce(bag_code, '') as "bagCode"`
}

/** The statement that puts a picture of the merchant's on a record for each shot: what it shows is nobody's matter here. */
export function photosStatement(merchantId: string, inspectionId: string, positions: readonly string[]): string {
  return `
    insert into photo select (jsonb_populate_record(photo, jsonb_build_object(
        'id', gen_random_uuid(), 'inspection_id', ${literal(inspectionId)}, 'position', shots.position))).*
      from photo, unnest(array[${positions.map(literal).join(', ')}]::text[]) as shots (position)
      where photo.merchant_id = ${literal(merchantId)} and photo.id = (
        select id from photo
          where merchant_id = ${literal(merchantId)} and kind = 'real' and not internal and removed_at is null limit 1)`
}
