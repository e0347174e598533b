import type { ParsedOf } from '@huanji/contract/call'
import type { bill } from '@huanji/contract/calls/bill'
import type { Channel } from '@huanji/domain/channel'
import type { BillTypeCode } from '@huanji/domain/fees/bill-types'
import { BILL_STATES, type BillAction, type BillState } from '@huanji/domain/states/bill'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { type ListPage, listPage } from '../../database/list-page.ts'
import { moveState } from '../history/state-store.ts'
import type { SystemWho } from '../history/store.ts'

export type BillFilter = ParsedOf<typeof bill.list>

/** A bill row; money in fen, times ISO 8601. */
export interface BillRow {
  readonly billId: string
  readonly billNo: string
  readonly type: BillTypeCode
  readonly direction: 'in' | 'out'
  readonly state: BillState
  readonly channel: Channel
  readonly orderId: string | null
  readonly orderNo: string
  readonly shopAccountId: string
  readonly shopName: string
  readonly title: string
  readonly imei: string
  readonly dealPriceFen: number | null
  readonly amountFen: number
  readonly formula: string
  readonly occurredAt: string
  readonly settledAt: string | null
  readonly remark: string
}

function conditions(tx: Tx, filter: BillFilter): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [sql`b.merchant_id = ${tx.merchantId}`]
  if (filter.channel) where.push(sql`b.channel = ${filter.channel}`)
  if (filter.shopAccountId) where.push(sql`b.shop_account_id = ${filter.shopAccountId}`)
  if (filter.type) where.push(sql`b.type = ${filter.type}`)
  if (filter.direction) where.push(sql`b.direction = ${filter.direction}`)
  if (filter.state) where.push(sql`b.state = ${filter.state}`)
  if (filter.orderNo) where.push(sql`b.order_no <> '' and b.order_no = ${filter.orderNo}`)
  if (filter.occurredFrom) where.push(sql`b.occurred_at >= ${filter.occurredFrom}`)
  if (filter.occurredTo) where.push(sql`b.occurred_at <= ${filter.occurredTo}`)
  return where
}

/** One page of bill rows, newest first. */
export function listBills(tx: Tx, filter: BillFilter): Promise<ListPage<BillRow>> {
  return listPage<BillRow>(tx, {
    columns: sql`
      b.id as "billId", b.bill_no as "billNo", b.type, b.direction, b.state, b.channel, b.order_id as "orderId",
      b.order_no as "orderNo", b.shop_account_id as "shopAccountId",
      (select s.shop_name from shop_account s where s.merchant_id = ${tx.merchantId} and s.id = b.shop_account_id)
        as "shopName",
      b.title, b.imei, b.deal_price_fen as "dealPriceFen", b.amount_fen as "amountFen", b.formula,
      b.occurred_at as "occurredAt", b.settled_at as "settledAt", b.remark`,
    from: sql`bill b`,
    where: conditions(tx, filter),
    sort: { column: sql`b.occurred_at`, idColumn: sql`b.id`, direction: 'desc' },
    paging: filter,
  })
}

/** Sums over a filter, in fen. */
export interface BillTotals {
  readonly incomeFen: number
  readonly expenseFen: number
  readonly netFen: number
}

/** Totals of the whole filter; rows that were cancelled move no money and do not count. */
export async function billTotals(tx: Tx, filter: BillFilter): Promise<BillTotals> {
  const where = sql.join(conditions(tx, filter), sql` and `)
  const row = await tx.one<{ incomeFen: number; expenseFen: number }>(sql`
    select coalesce(sum(b.amount_fen) filter (where b.direction = 'in'), 0)::bigint as "incomeFen",
           coalesce(sum(b.amount_fen) filter (where b.direction = 'out'), 0)::bigint as "expenseFen"
    from bill b where ${where} and b.state <> 'cancelled'`)
  const { incomeFen, expenseFen } = row ?? { incomeFen: 0, expenseFen: 0 }
  return { incomeFen, expenseFen, netFen: incomeFen - expenseFen }
}

/** A row to add. */
export interface NewBill {
  readonly billId: string
  readonly billNo: string
  readonly type: BillTypeCode
  readonly direction: 'in' | 'out'
  readonly channel: Channel
  /** Where the row came from: an order that expects it, or a settlement that moved the money; with the type it is unique. */
  readonly source: 'order' | 'settlement'
  readonly sourceId: string
  readonly orderId: string
  readonly orderNo: string
  readonly shopAccountId: string
  readonly title: string
  readonly imei: string
  readonly dealPriceFen: number
  readonly amountFen: number
  readonly formula: string
  readonly occurredAt: string
  readonly remark: string
  readonly now: Date
}

/** Adds a row in the first state of its table; false when its source has brought one of the type already. */
export async function insertBill(tx: Tx, row: NewBill): Promise<boolean> {
  const added = await tx.run(sql`
    insert into bill (merchant_id, id, bill_no, type, direction, state, channel, source, source_id, order_id, order_no, shop_account_id,
                      title, imei, deal_price_fen, amount_fen, formula, occurred_at, remark, created_at)
    values (${tx.merchantId}, ${row.billId}, ${row.billNo}, ${row.type}, ${row.direction}, ${BILL_STATES.initial},
            ${row.channel}, ${row.source}, ${row.sourceId}, ${row.orderId}, ${row.orderNo}, ${row.shopAccountId}, ${row.title}, ${row.imei},
            ${row.dealPriceFen}, ${row.amountFen}, ${row.formula}, ${row.occurredAt}, ${row.remark}, ${row.now})
    on conflict (merchant_id, source, source_id, type) do nothing`)
  return added === 1
}

/** A row of an order as settling needs it. */
export interface OrderBill {
  readonly billId: string
  readonly type: BillTypeCode
  readonly direction: 'in' | 'out'
  readonly state: BillState
  readonly amountFen: number
  readonly remark: string
}

/** The rows of an order, locked until the transaction ends. */
export function lockBillsOfOrder(tx: Tx, orderId: string): Promise<OrderBill[]> {
  return tx.rows<OrderBill>(sql`
    select id as "billId", type, direction, state, amount_fen as "amountFen", remark
    from bill where merchant_id = ${tx.merchantId} and order_id = ${orderId} order by id for update`)
}

/** What the marketplace's settlement says about a row. */
export interface SettledAmount {
  readonly direction: 'in' | 'out'
  readonly amountFen: number
  readonly remark: string
  readonly settlementNo: string
  readonly settledAt: string
}

/** Writes the settled amount into a row. */
export async function setSettledAmount(tx: Tx, billId: string, settled: SettledAmount): Promise<void> {
  await tx.run(sql`
    update bill set direction = ${settled.direction}, amount_fen = ${settled.amountFen}, remark = ${settled.remark},
                    settlement_no = ${settled.settlementNo}, settled_at = ${settled.settledAt}
    where merchant_id = ${tx.merchantId} and id = ${billId}`)
}

/** Moves a row along its table and writes its history. Refuses as `moveState` does. */
export function moveBill(
  tx: Tx,
  billId: string,
  action: BillAction,
  by: { readonly who: SystemWho; readonly now: Date; readonly note?: string },
): Promise<BillState> {
  return moveState(tx, { table: sql.table('bill'), id: billId, states: BILL_STATES, action, ...by })
}

/** A settlement of the marketplace for an order; its net amount in fen, the moment as ISO 8601. */
export interface NewSettlement {
  readonly settlementNo: string
  readonly orderId: string
  readonly netFen: number
  readonly settledAt: string
}

/** Notes that a settlement is taken over; false when it was noted before, so that none counts twice. */
export async function insertSettlement(tx: Tx, one: NewSettlement): Promise<boolean> {
  const noted = await tx.run(sql`
    insert into settlement (merchant_id, settlement_no, order_id, net_fen, settled_at)
    values (${tx.merchantId}, ${one.settlementNo}, ${one.orderId}, ${one.netFen}, ${one.settledAt})
    on conflict (merchant_id, settlement_no) do nothing`)
  return noted === 1
}

/** An order with the sum of its rows, for comparing both. */
export interface OrderWithBills {
  readonly orderId: string
  readonly channel: Channel
  readonly orderNo: string
  readonly state: string
  readonly dealPriceFen: number
  readonly freightFen: number
  readonly unitCount: number
  readonly orderedAt: string
  readonly settledNetFen: number | null
  readonly rowCount: number
  /** Sum of the rows that were not cancelled, incomes less expenses. */
  readonly rowsNetFen: number
  /** The deal as billed; null without such a row. */
  readonly billedDealFen: number | null
}

/** The next orders that are completed or have rows, in the order of their ids after `afterId`. */
export function ordersWithBills(tx: Tx, afterId: string, limit: number): Promise<OrderWithBills[]> {
  return tx.rows<OrderWithBills>(sql`
    select o.id as "orderId", o.channel, o.order_no as "orderNo", o.state, o.deal_price_fen as "dealPriceFen",
           o.freight_fen as "freightFen", o.unit_count as "unitCount", o.ordered_at as "orderedAt",
           (select sum(s.net_fen)::bigint from settlement s
            where s.merchant_id = ${tx.merchantId} and s.order_id = o.id) as "settledNetFen", sums."rowCount", sums."rowsNetFen", sums."billedDealFen"
    from sale_order o
    cross join lateral (
      select count(*) as "rowCount",
             coalesce(sum(case when b.direction = 'in' then b.amount_fen else -b.amount_fen end), 0)::bigint as "rowsNetFen",
             max(b.amount_fen) filter (where b.type = 'orderSettlement') as "billedDealFen"
      from bill b
      where b.merchant_id = ${tx.merchantId} and b.order_id = o.id and b.state <> 'cancelled'
    ) sums
    where o.merchant_id = ${tx.merchantId} and o.id > ${afterId}
      and (o.state = 'completed' or sums."rowCount" > 0)
    order by o.id limit ${limit}`)
}
