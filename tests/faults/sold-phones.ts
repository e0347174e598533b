import { bill } from '@huanji/contract/features/bill/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { sealBag } from '@huanji/contract/features/inspection/sealed-bag'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import type { Market } from '@huanji/server/demo/trade/market'
import type { Caller, Observer } from '@huanji/server/demo/trade/person'
import { billed, receive, SETTLED_AFTER_MS, type SoldPhone } from '@huanji/server/demo/trade/selling'
import { expect } from 'vitest'

/** Phones that one merchant sold, and who looks at them. */
interface Sales {
  readonly client: Observer
  readonly phones: readonly SoldPhone[]
}

/** Lets the buyers of shipped phones confirm and the marketplace settle; waits for the bill rows of each. */
export async function settle(market: Market, sales: readonly Sales[]): Promise<void> {
  for (const { client, phones } of sales)
    for (const { orderNo } of phones) await receive(client, market, 'auction', orderNo)
  await market.advance(SETTLED_AFTER_MS)
  for (const { client, phones } of sales) for (const { orderNo } of phones) await billed(client, orderNo)
}

/** Everything that was acknowledged for a phone is still there, in the state it came to. */
export async function expectAllOf(client: Caller, phone: SoldPhone): Promise<void> {
  const report = await client.call(detRecord.getDetRecordDetails, { inspectionId: phone.inspectionId })
  expect(report).toMatchObject({ state: 'sold', imei: phone.imei, bagCode: phone.bagCode })
  const positions = report.photos.map((photo) => photo.position)
  expect(new Set(positions).size).toBe(positions.length)
  const listing = await client.call(goods.detail, { listingId: phone.listingId })
  expect(listing).toMatchObject({ orderId: phone.orderId })
  const order = await client.call(auctionOrder.detail, { orderId: phone.orderId })
  expect(order).toMatchObject({ state: 'completed', deliverySync: 'done', orderNo: phone.orderNo })
  expect(order.units.map((unit) => unit.dispatchState)).toEqual(['shipped'])
  const acts = await client.call(sealBag.records, { bagCode: phone.bagCode })
  const ofTheBag = acts.list.map((act) => act.action).filter((action) => action !== 'register')
  expect(ofTheBag.sort()).toEqual(['bind', 'ship'])
  const bills = await client.call(bill.list, { orderNo: phone.orderNo })
  expect(bills.list.length).toBeGreaterThan(0)
  expect(new Set(bills.list.map((row) => row.type)).size).toBe(bills.list.length)
}

type Rows = (statement: string) => Promise<{ readonly rows: readonly unknown[] }>

/** Read from the tables, past every rule of the program: nothing stands there twice, and of each thing one for every phone. */
export async function expectOnceEach(query: Rows, phones: number): Promise<void> {
  for (const [what, statement] of Object.entries(DOUBLES)) expect((await query(statement)).rows, what).toEqual([])
  for (const table of ['unit', 'inspection', 'listing', 'sale_order', 'sale_order_unit']) {
    const { rows } = await query(`select count(*)::int as count from ${table}`)
    expect(rows, table).toEqual([{ count: phones }])
  }
}

/** Statements that find what stands there twice. */
const DOUBLES: Readonly<Record<string, string>> = {
  'units of one IMEI': 'select imei from unit group by imei having count(*) > 1',
  'listings of one unit': 'select unit_id from listing_unit group by unit_id having count(*) > 1',
  'orders of one unit': 'select unit_id from sale_order_unit group by unit_id having count(*) > 1',
  'bills of one order and type': 'select order_id, type from bill group by order_id, type having count(*) > 1',
  'photos of one shot':
    "select inspection_id, position from photo where kind = 'real' and removed_at is null group by 1, 2 having count(*) > 1",
  'the same move of a thing twice':
    'select subject, subject_id, action, from_state from history where from_state is distinct from to_state group by 1, 2, 3, 4 having count(*) > 1',
  'dead jobs': "select kind, last_error from outbox where state = 'dead'",
}
