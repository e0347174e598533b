import type { ParsedOf } from '@huanji/contract/call'
import type { sealBag } from '@huanji/contract/calls/sealed-bag'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import type { BagState } from '@huanji/domain/states/bag'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../database/database.ts'
import { type ListPage, listPage } from '../../../database/list-page.ts'
import { newId } from '../../../platform/ids.ts'
import { unitIdsByAnyCode } from '../unit-store.ts'

/** The table, for `moveState`. */
export const SEAL_BAG_TABLE = sql.table('seal_bag')

export interface Bag {
  bagId: string
  bagCode: string
  state: BagState
  unitId: string | null
  inspectionId: string | null
}

const BAG_COLUMNS = sql`
  id as "bagId", bag_code as "bagCode", state, unit_id as "unitId", inspection_id as "inspectionId"`

/** Enters new bags; gives how many of them were not known before. */
export async function insertBags(tx: Tx, bagCodes: readonly string[], now: Date): Promise<number> {
  const bags = bagCodes.map((bagCode) => sql`(${tx.merchantId}, ${newId()}, ${bagCode}, 'unused', ${now}, ${now})`)
  return await tx.run(sql`
    insert into seal_bag (merchant_id, id, bag_code, state, registered_at, updated_at) values ${sql.join(bags)}
    on conflict (merchant_id, bag_code) do nothing`)
}

/** Which of these bags may still be bound, each locked until the transaction ends, in the order of their codes. */
export function lockUnusedBags(tx: Tx, bagCodes: readonly string[]): Promise<{ bagId: string; bagCode: string }[]> {
  return tx.rows(sql`
    select id as "bagId", bag_code as "bagCode" from seal_bag
    where merchant_id = ${tx.merchantId} and bag_code = any (${bagCodes}::text[]) and state = 'unused'
    order by bag_code for update`)
}

/** Puts locked bags into a state that their present one leads to. */
export async function setBagStates(tx: Tx, bagIds: readonly string[], state: BagState, now: Date): Promise<void> {
  await tx.run(sql`
    update seal_bag set state = ${state}, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = any (${bagIds}::uuid[])`)
}

/** A bag with the number of the record it was bound for, or null; the number is empty for a bag that never was. */
export function findBagUse(tx: Tx, bagCode: string): Promise<(Bag & { inspectionNo: string }) | null> {
  return tx.one(sql`
    select b.id as "bagId", b.bag_code as "bagCode", b.state, b.unit_id as "unitId", b.inspection_id as "inspectionId",
      coalesce(i.inspection_no, '') as "inspectionNo"
    from seal_bag b
    left join inspection i on i.merchant_id = b.merchant_id and i.id = b.inspection_id
    where b.merchant_id = ${tx.merchantId} and b.bag_code = ${bagCode}`)
}

/** A bag by its code, or null. */
export function findBag(tx: Tx, bagCode: string): Promise<Bag | null> {
  return tx.one<Bag>(sql`
    select ${BAG_COLUMNS} from seal_bag where merchant_id = ${tx.merchantId} and bag_code = ${bagCode}`)
}

/** A bag by its code, locked until the transaction ends, or null. */
export function lockBag(tx: Tx, bagCode: string): Promise<Bag | null> {
  return tx.one<Bag>(sql`
    select ${BAG_COLUMNS} from seal_bag where merchant_id = ${tx.merchantId} and bag_code = ${bagCode} for update`)
}

/** The bag a unit is sealed in now, locked until the transaction ends, or null. */
export function lockBagOfUnit(tx: Tx, unitId: string): Promise<Bag | null> {
  return tx.one<Bag>(sql`
    select ${BAG_COLUMNS} from seal_bag
    where merchant_id = ${tx.merchantId} and unit_id = ${unitId} and state = 'bound' for update`)
}

/** The newest bag of a unit that is bound or went out with it, locked until the transaction ends, or null. */
export function lockLastBagOfUnit(tx: Tx, unitId: string): Promise<Bag | null> {
  return tx.one<Bag>(sql`
    select ${BAG_COLUMNS} from seal_bag
    where merchant_id = ${tx.merchantId} and unit_id = ${unitId} and state in ('bound', 'shipped')
    order by updated_at desc, id desc limit 1 for update`)
}

/** The bags that units are sealed in now. */
export function bagsOfUnits(tx: Tx, unitIds: readonly string[]): Promise<{ unitId: string; bagCode: string }[]> {
  return tx.rows(sql`
    select unit_id as "unitId", bag_code as "bagCode" from seal_bag
    where merchant_id = ${tx.merchantId} and unit_id = any (${unitIds}::uuid[]) and state = 'bound'
    order by bag_code`)
}

/** The assignments that put a unit into a bag. */
export const boundTo = (unitId: string, inspectionId: string, now: Date): RawBuilder<unknown>[] => [
  sql`unit_id = ${unitId}`,
  sql`inspection_id = ${inspectionId}`,
  sql`updated_at = ${now}`,
]

/** The assignment that every move makes. */
export const bagMovedNow = (now: Date): RawBuilder<unknown>[] => [sql`updated_at = ${now}`]

export interface BagAct {
  readonly bagCode: string
  readonly action: string
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
  const unit = act.inspectionId === null ? null : await factsOfUnit(tx, act.inspectionId)
  await tx.run(sql`
    insert into seal_bag_record (merchant_id, id, bag_code, action, state, unit_id, inspection_id, order_id, order_no,
      imei, bar_code, model_name, sku_text, inspection_no, shop_account_id, note, employee_id, at)
    values (${tx.merchantId}, ${newId()}, ${act.bagCode}, ${act.action}, ${act.state}, ${unit?.unitId ?? null},
      ${unit === null ? null : act.inspectionId}, ${act.orderId ?? null}, ${act.orderNo ?? ''}, ${unit?.imei ?? ''},
      ${unit?.barCode ?? ''}, ${unit?.modelName ?? ''}, ${unit?.skuText ?? ''}, ${unit?.inspectionNo ?? ''},
      ${unit?.shopAccountId ?? null}, ${act.note}, ${act.employeeId}, ${act.now})`)
}

interface BagUnitFacts {
  readonly unitId: string
  readonly imei: string
  readonly barCode: string
  readonly modelName: string
  readonly skuText: string
  readonly inspectionNo: string
  readonly shopAccountId: string | null
}

const factsOfUnit = (tx: Tx, inspectionId: string): Promise<BagUnitFacts | null> =>
  tx.one<BagUnitFacts>(sql`
    select unit_id as "unitId", imei, bar_code as "barCode", model_name as "modelName", sku_text as "skuText",
           inspection_no as "inspectionNo", shop_account_id as "shopAccountId"
    from inspection where merchant_id = ${tx.merchantId} and id = ${inspectionId}`)

/** A line of the record of binding, as it is shown. */
export interface BagRecord {
  recordId: string
  bagCode: string
  action: 'register' | 'bind' | 'rebind' | 'unbind' | 'void' | 'ship' | 'open'
  state: BagState
  imei: string
  barCode: string
  modelName: string
  skuText: string
  inspectionId: string | null
  inspectionNo: string
  shopName: string
  orderId: string | null
  orderNo: string
  note: string
  employeeName: string
  at: string
}

/** One page of the record of binding, newest first. */
export function listBagRecords(tx: Tx, filter: ParsedOf<typeof sealBag.GetSealBagList>): Promise<ListPage<BagRecord>> {
  const where = [sql`r.merchant_id = ${tx.merchantId}`]
  const bagCode = normaliseCode(filter.bagCode ?? '')
  const code = normaliseCode(filter.code ?? '')
  if (bagCode !== '') where.push(sql`r.bag_code = ${bagCode}`)
  if (code !== '') {
    const named = sql`select id from seal_bag_record where merchant_id = ${tx.merchantId}`
    where.push(sql`r.id in (
      ${named} and bag_code = ${code} union ${named} and unit_id in (${unitIdsByAnyCode(tx, code)}))`)
  }
  if (filter.state) where.push(sql`r.state = ${filter.state}`)
  if (filter.action) where.push(sql`r.action = ${filter.action}`)
  if (filter.operatorId) where.push(sql`r.employee_id = ${filter.operatorId}`)
  if (filter.from) where.push(sql`r.at >= ${filter.from}`)
  if (filter.to) where.push(sql`r.at <= ${filter.to}`)
  return listPage<BagRecord>(tx, {
    columns: sql`
      r.id as "recordId", r.bag_code as "bagCode", r.action, r.state, r.imei, r.bar_code as "barCode",
      r.model_name as "modelName", r.sku_text as "skuText", r.inspection_id as "inspectionId",
      r.inspection_no as "inspectionNo", r.order_id as "orderId", r.order_no as "orderNo", r.note, r.at,
      coalesce((select s.shop_name from shop_account s
        where s.merchant_id = ${tx.merchantId} and s.id = r.shop_account_id), '') as "shopName",
      coalesce((select e.name from employee e
        where e.merchant_id = ${tx.merchantId} and e.id = r.employee_id), '') as "employeeName"`,
    from: sql`seal_bag_record r`,
    where,
    sort: { column: sql`r.at`, idColumn: sql`r.id`, direction: 'desc' },
    paging: filter,
  })
}
