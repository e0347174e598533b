import { referencePriceFen } from '@huanji/domain/catalogue/reference-price'
import { findModel } from '@huanji/domain/catalogue/testing/models'
import type { Grade } from '@huanji/domain/template/types'
import { shanghaiDate } from '@huanji/domain/time'
import { type FigureRow, FigureSheet } from '../values.ts'

/** Reads rows past row level security; columns in the database's names. */
export type ReadRows = <Row>(text: string) => Promise<Row[]>

type Channel = 'auction' | 'curated'

/** 保证金冻结 and 保证金解冻: the money stays what it was. */
const FREEZING = ['depositFreeze', 'depositUnfreeze']

interface OrderRow {
  id: string
  channel: Channel
  shop_account_id: string
  state: string
  model_id: string
  grade: Grade | null
  unit_count: number
  deal_price_fen: string
  paid_at: Moment | null
  shipped_at: Moment | null
  schedule_date: string | null
  schedule_number: string | null
  entry_id: string | null
}

interface OrderUnitRow {
  order_id: string
  inspection_id: string
  deal_price_fen: string | null
  unit_id: string
  dispatch_state: string
  stocked: Moment
  cost: string | null
  model_id: string
  ram: string | null
  storage: string | null
}

interface ReportRow {
  id: string
  channel: Channel
  shop_account_id: string | null
  final_grade: Grade | null
  batch_id: string | null
  inspector_id: string
  created_at: Moment
  first_listed_at: Moment | null
  first_shop: string | null
}

/** As the driver gives it: a date, or a text. */
type Moment = Date | string

const msOf = (at: Moment): number => new Date(at).getTime()
const dayOf = (at: Moment): string => shanghaiDate(new Date(at).toISOString())

/**
 * What a merchant's figures come to, counted row by row without a sum of the database: what `daily_figure` is compared with.
 * By the same keys.
 */
export async function plainCount(read: ReadRows, merchantId: string): Promise<ReadonlyMap<string, FigureRow>> {
  const own = `merchant_id = '${merchantId}'`
  const orders = await read<OrderRow>(`
    select o.id, o.channel, o.shop_account_id, o.state, o.model_id, o.grade, o.unit_count, o.deal_price_fen, o.paid_at,
      o.shipped_at, a.schedule_date::text as schedule_date, a.schedule_number, a.entry_id
    from sale_order o left join sale_order_auction a on a.merchant_id = o.merchant_id and a.order_id = o.id
    where o.${own}`)
  const units = await read<OrderUnitRow>(`
    select u.order_id, u.inspection_id, u.deal_price_fen, u.unit_id, u.dispatch_state, n.created_at as stocked,
      n.cost_price_fen as cost, n.model_id, n.sku ->> 'ram' as ram, n.sku ->> 'storage' as storage
    from sale_order_unit u join unit n on n.merchant_id = u.merchant_id and n.id = u.unit_id where u.${own}`)
  const reports = await read<ReportRow>(`
    select i.id, i.channel, i.shop_account_id, i.final_grade, i.batch_id, i.inspector_id, i.created_at, i.first_listed_at,
      (select l.shop_account_id from listing_unit lu join listing l on l.merchant_id = lu.merchant_id and l.id = lu.listing_id
        where lu.${own} and lu.inspection_id = i.id order by l.created_at, l.id limit 1) as first_shop
    from inspection i where i.${own}`)
  const sheet = new FigureSheet()
  countOrders(sheet, orders, units, reports)
  countReports(sheet, orders, units, reports)
  await countOthers(sheet, read, own, { orders, units, reports })
  return sheet.rows()
}

function countOrders(
  sheet: FigureSheet,
  orders: readonly OrderRow[],
  units: readonly OrderUnitRow[],
  reports: readonly ReportRow[],
): void {
  const byId = new Map(reports.map((report) => [report.id, report]))
  for (const order of orders) {
    const phones = units.filter(({ order_id }) => order_id === order.id)
    const at = (moment: Moment) => ({
      day: dayOf(moment),
      shopAccountId: order.shop_account_id,
      channel: order.channel,
    })
    if (order.paid_at !== null) {
      const values = {
        orders: 1,
        units: order.unit_count,
        salesFen: Number(order.deal_price_fen),
        refundedOrders: order.state === 'refunded' ? 1 : 0,
        closedOrders: order.state === 'closed' ? 1 : 0,
      }
      sheet.add({ ...at(order.paid_at), kind: 'all', part: '' }, values)
      sheet.add({ ...at(order.paid_at), kind: 'model', part: order.model_id }, values)
      sheet.add({ ...at(order.paid_at), kind: 'grade', part: order.grade ?? '' }, values)
      for (const phone of phones) countPhone(sheet, order, order.paid_at, phone)
    }
    if (order.shipped_at !== null) {
      const values = { shippedUnits: order.unit_count }
      sheet.add({ ...at(order.shipped_at), kind: 'all', part: '' }, values)
      sheet.add({ ...at(order.shipped_at), kind: 'model', part: order.model_id }, values)
      for (const { inspection_id } of phones) {
        const part = byId.get(inspection_id)?.inspector_id ?? ''
        sheet.add({ ...at(order.shipped_at), kind: 'inspector', part }, { shippedUnits: 1 })
      }
    }
  }
}

function countPhone(sheet: FigureSheet, order: OrderRow, paidAt: Moment, phone: OrderUnitRow): void {
  const place = { day: dayOf(paidAt), shopAccountId: order.shop_account_id, channel: order.channel }
  const stockSeconds = Math.max(0, Math.floor((msOf(paidAt) - msOf(phone.stocked)) / 1000))
  const staysSold = !['closed', 'refunded'].includes(order.state) && phone.dispatch_state !== 'returned'
  const priceFen = staysSold && phone.deal_price_fen !== null ? Number(phone.deal_price_fen) : null
  const hasMargin = priceFen !== null && phone.cost !== null
  sheet.add(
    { ...place, kind: 'all', part: '' },
    {
      stockUnits: 1,
      stockSeconds,
      costedUnits: hasMargin ? 1 : 0,
      marginFen: hasMargin ? priceFen - Number(phone.cost) : 0,
    },
  )
  const model = findModel(phone.model_id)
  const storage = phone.ram ? `${phone.ram}+${phone.storage}` : (phone.storage ?? '')
  const referenceFen = model && order.grade ? referencePriceFen(model, storage, order.grade, place.day) : null
  if (priceFen === null || referenceFen === null) return
  sheet.add({ ...place, kind: 'model', part: phone.model_id }, { pricedUnits: 1, pricedFen: priceFen, referenceFen })
}

function countReports(
  sheet: FigureSheet,
  orders: readonly OrderRow[],
  units: readonly OrderUnitRow[],
  reports: readonly ReportRow[],
): void {
  const paid = new Set(orders.filter(({ paid_at }) => paid_at !== null).map(({ id }) => id))
  const sold = new Set(units.filter(({ order_id }) => paid.has(order_id)).map(({ inspection_id }) => inspection_id))
  for (const report of reports) {
    const { channel } = report
    if (report.final_grade !== null) {
      const place = { day: dayOf(report.created_at), shopAccountId: report.shop_account_id, channel }
      const values = { reports: 1, singleReports: report.batch_id === null ? 1 : 0 }
      sheet.add({ ...place, kind: 'all', part: '' }, values)
      sheet.add({ ...place, kind: 'grade', part: report.final_grade }, values)
    }
    if (report.first_listed_at !== null && channel === 'curated') {
      const place = { day: dayOf(report.first_listed_at), shopAccountId: report.first_shop, channel }
      sheet.add({ ...place, kind: 'all', part: '' }, { offered: 1, sold: sold.has(report.id) ? 1 : 0 })
    }
  }
}

async function countOthers(
  sheet: FigureSheet,
  read: ReadRows,
  own: string,
  known: {
    readonly orders: readonly OrderRow[]
    readonly units: readonly OrderUnitRow[]
    readonly reports: readonly ReportRow[]
  },
): Promise<void> {
  const bills = await read<{
    channel: Channel | null
    shop_account_id: string
    occurred_at: Moment
    type: string
    direction: string
    amount_fen: string
  }>(
    `select channel, shop_account_id, occurred_at, type, direction, amount_fen from bill where ${own} and state <> 'cancelled'`,
  )
  for (const bill of bills) {
    if (FREEZING.includes(bill.type) || bill.channel === null) continue
    const netFen = bill.direction === 'in' ? Number(bill.amount_fen) : -Number(bill.amount_fen)
    const place = { day: dayOf(bill.occurred_at), shopAccountId: bill.shop_account_id, channel: bill.channel }
    sheet.add({ ...place, kind: 'all', part: '' }, { netFen })
  }
  const entries = await read<{ id: string; state: string; day: string; session: string; shop_account_id: string }>(`
    select e.id, e.state, e.schedule_date::text as day, e.schedule_number as session, l.shop_account_id
    from auction_entry e join listing l on l.merchant_id = e.merchant_id and l.id = e.listing_id where e.${own}`)
  const wonEntries = new Set(known.orders.map(({ entry_id }) => entry_id))
  for (const { id, state, day, session, shop_account_id: shopAccountId } of entries) {
    if (['scheduled', 'withdrawn'].includes(state) || (state === 'closed' && !wonEntries.has(id))) continue
    const place = { day, shopAccountId, channel: 'auction' as const }
    sheet.add({ ...place, kind: 'all', part: '' }, { offered: 1 })
    sheet.add({ ...place, kind: 'session', part: session }, { offered: 1 })
  }
  for (const order of known.orders) {
    if (order.schedule_date === null || order.schedule_number === null) continue
    const place = { day: order.schedule_date, shopAccountId: order.shop_account_id, channel: 'auction' as const }
    sheet.add({ ...place, kind: 'all', part: '' }, { sold: 1 })
    sheet.add({ ...place, kind: 'session', part: order.schedule_number }, { sold: 1 })
  }
  await countCases(sheet, read, own, known)
}

async function countCases(
  sheet: FigureSheet,
  read: ReadRows,
  own: string,
  { units, reports }: { readonly units: readonly OrderUnitRow[]; readonly reports: readonly ReportRow[] },
): Promise<void> {
  const inspectors = new Map(reports.map(({ id, inspector_id }) => [id, inspector_id]))
  const cases = await read<{
    channel: Channel
    shop_account_id: string
    order_id: string
    opened_at: Moment
    reason_code: string
    model_id: string
  }>(`select channel, shop_account_id, order_id, opened_at, reason_code, model_id from refund where ${own}`)
  for (const one of cases) {
    const place = { day: dayOf(one.opened_at), shopAccountId: one.shop_account_id, channel: one.channel }
    sheet.add({ ...place, kind: 'all', part: '' }, { cases: 1 })
    sheet.add({ ...place, kind: 'reason', part: one.reason_code }, { cases: 1 })
    sheet.add({ ...place, kind: 'model', part: one.model_id }, { cases: 1 })
    const people = units
      .filter(({ order_id }) => order_id === one.order_id)
      .map(({ inspection_id }) => inspectors.get(inspection_id))
    for (const part of new Set(people.filter((person) => person !== undefined))) {
      sheet.add({ ...place, kind: 'inspector', part }, { cases: 1 })
    }
  }
}
