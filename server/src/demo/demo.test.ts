import { auth } from '@huanji/contract/features/auth/calls'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { BAG_STATES } from '@huanji/domain/states/bag'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { ORDER_STATES } from '@huanji/domain/states/order'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { testSettings } from '../../../tests/support/gateway.ts'
import { verifyChain } from '../modules/audit/verify.ts'
import { allDifferences } from '../modules/reconciliation/compare.ts'
import { countShopsByState } from '../modules/shop/store.ts'
import type { Actor } from '../platform/actor.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../platform/demo-accounts.ts'
import { createLog } from '../platform/log.ts'
import { pollAccountFlows, pollSettlements } from '../sync/account.ts'
import { pollEntries, pollOrders, pollSessions } from '../sync/polls.ts'
import { refreshShops } from '../sync/shops.ts'
import { RECORD_PHONES } from './lives.ts'
import { makeDemo } from './make-demo.ts'
import { DEMO_MERCHANTS } from './merchants.ts'
import { bodyColour } from './placeholder-photos.ts'
import { ALL_SCENARIOS } from './scenarios.ts'
import { type NetworkedProduct, startNetworkedProduct } from './testing/over-http.ts'
import { differences, type Row, readRows } from './testing/rows.ts'

const HOUR_MS = 3_600_000

interface Seller {
  readonly merchantId: string
  readonly sellerId: number
}

/** States of rows, by table. */
const STATES = {
  inspection: INSPECTION_STATES,
  seal_bag: BAG_STATES,
  listing: LISTING_STATES,
  auction_entry: AUCTION_ENTRY_STATES,
  sale_order: ORDER_STATES,
}

/** What is left to be done, or was given up. */
const LEFT = `
  select 'outbox' as queue, kind, state from outbox where state <> 'delivered'
  union all select 'inbox', route, state from inbox where state <> 'delivered'`

it('defect: late in the evening no session took entries any more, and the demo data was not made', async () => {
  const database = await openTestDatabase()
  const settings = { ...testSettings(database.dataFolder), demoPhones: ALL_SCENARIOS.length }
  const endMs = Date.parse('2026-11-22T14:54:00.000Z')
  try {
    await makeDemo({ db: database.open.db, settings, log: createLog('silent'), endMs, say: () => undefined })
    expect((await database.open.ownerQuery('select 1 from listing')).rows.length).toBeGreaterThan(10)
  } finally {
    await database.close()
  }
}, 300_000)

// a session has just begun, and one is about to end
describe.each(['2026-11-20T08:05:00.000Z', '2026-11-21T17:50:00.000Z'])('the demo data of %s', (end) => {
  const endMs = Date.parse(end)
  let database: TestDatabase
  let product: NetworkedProduct
  const rowsOf = async (text: string) => (await database.open.ownerQuery(text)).rows as Row[]
  const sellers = async () =>
    (await rowsOf('select merchant_id, seller_id from merchant order by seller_id')).map(sellerOf)

  beforeAll(async () => {
    database = await openTestDatabase()
    const settings = { ...testSettings(database.dataFolder), demoPhones: ALL_SCENARIOS.length + RECORD_PHONES + 3 }
    await makeDemo({ db: database.open.db, settings, log: createLog('silent'), endMs, say: () => undefined })
    product = await startNetworkedProduct({ seed: 1, startMs: endMs, endMs, database })
  }, 300_000)
  afterAll(async () => {
    await product.close()
    await database.close()
  })

  it.each(Object.entries(STATES))('has a row of %s in every state', async (table, { states }) => {
    const found = await rowsOf(`select distinct state from ${table}`)
    expect(new Set(found.map(({ state }) => state))).toEqual(new Set(states.map(({ code }) => code)))
  })

  it('has bills that are awaited and settled, and what moved on an account beside them', async () => {
    const states = (await rowsOf('select distinct state from bill')).map(({ state }) => state)
    expect(states).toEqual(expect.arrayContaining(['pending', 'settled']))
    const moved = (await rowsOf(`select distinct type from bill where source = 'flow'`)).map(({ type }) => type)
    expect(moved).toEqual(expect.arrayContaining(['depositFreeze', 'depositUnfreeze', 'topUp', 'withdrawal']))
  })

  it('has phones with a cost, most of those that were sold among them, and some without', async () => {
    const [found] = await rowsOf(`
      select count(*) filter (where cost_price_fen is null)::int as without, count(cost_price_fen)::int as known,
          (select count(*)::int from sale_order_unit s join unit u2 on u2.merchant_id = s.merchant_id and u2.id = s.unit_id
            where u2.cost_price_fen is not null) as sold from unit`)
    expect(Number(found?.without)).toBeGreaterThan(0)
    expect(Number(found?.known)).toBeGreaterThan(4 * Number(found?.without))
    expect(Number(found?.sold)).toBeGreaterThan(5)
  })

  it('has shops in every state, and inspections and orders of both channels', async () => {
    const [bigger] = await sellers()
    const count = await database.open.db.tenant(bigger?.merchantId ?? '', (tx) =>
      countShopsByState(tx, '', new Date(endMs)),
    )
    expect(count).toEqual({ normal: 3, expiring: 1, expired: 1, unauthorised: 1 })
    for (const table of ['inspection', 'sale_order']) {
      const found = await rowsOf(`select distinct channel from ${table}`)
      expect(found.map(({ channel }) => channel).toSorted(), table).toEqual(['auction', 'curated'])
    }
  })

  it('has curated records in each state that the channel reaches, on sale and before', async () => {
    const found = await rowsOf(`select distinct state from inspection where channel = 'curated' and batch_id is null`)
    expect(found.map(({ state }) => state).toSorted()).toEqual([
      'awaiting_photos',
      'draft',
      'listable',
      'listed',
      'voided',
    ])
  })

  it('has batches: one with exceptions of single phones, one that waits for photographs, and a lot with two versions', async () => {
    const found = await rowsOf(`
      select b.channel, b.batch_version as version, count(*)::int as phones,
          count(*) filter (where i.answers <> '{}')::int as own, array_agg(distinct i.state) as states,
          array_agg(distinct i.batch_version) as "versionsOfPhones",
          (select count(*)::int from photo p where p.inspection_id = b.sample_inspection_id) as pictures,
          (select count(*)::int from batch_version v where v.batch_id = b.id and v.frozen_at is not null) as frozen
        from batch b join inspection i on i.batch_id = b.id
        where b.model_id <> 'apple-iphone-13' group by b.merchant_id, b.id order by phones desc`)
    const [withOwn, lot, waiting] = found
    expect(withOwn).toMatchObject({ channel: 'curated', version: 1, phones: 8, own: 2, states: ['listable'] })
    expect(withOwn?.pictures).toBeGreaterThan(8)
    expect(lot).toMatchObject({ channel: 'auction', version: 2, phones: 5, own: 0, frozen: 1 })
    expect(lot).toMatchObject({ states: ['listable', 'listed'], versionsOfPhones: [1, 2] })
    expect(waiting).toMatchObject({
      channel: 'curated',
      version: 1,
      phones: 3,
      states: ['awaiting_photos'],
      pictures: 0,
    })
    expect(found).toHaveLength(3)
  })

  it('has phones that were inspected anew: one with another grade, one with the photographs of before', async () => {
    const found = await rowsOf(`
      select old.state, old.final_grade as before, i.final_grade as after, i.state as now,
          (select count(distinct p.id)::int from photo p where p.inspection_id = i.id) as pictures,
          (select count(distinct p.id)::int from photo p where p.inspection_id = i.id and p.reused_from_no is not null) as reused
        from inspection i join inspection old on old.id = i.previous_inspection_id order by reused`)
    expect(found).toHaveLength(2)
    const [corrected, confirmed] = found
    expect(corrected).toMatchObject({ state: 'voided', now: 'listable', reused: 0, after: '90' })
    expect(confirmed).toMatchObject({ state: 'voided', now: 'listable' })
    expect(confirmed?.before).toBe(confirmed?.after)
    expect(confirmed?.reused).toBe(confirmed?.pictures)
  })

  it('has a defect with a circle and an arrow on its photograph', async () => {
    const found = await rowsOf(`
      select kind, item_code as item, marks -> 0 ->> 'shape' as first, marks -> 1 ->> 'shape' as second
        from photo where marks <> '[]'`)
    expect(found).toEqual([{ kind: 'defect', item: 'C01', first: 'circle', second: 'arrow' }])
  })

  it('has something asked of the marketplace that is done, refused, and not heard of yet', async () => {
    const found = await rowsOf(
      `select distinct subject, state from desired_state where subject in ('listing', 'shipment') order by 1, 2`,
    )
    const all = ['listing', 'shipment'].flatMap((subject) =>
      ['pending', 'refused', 'settled'].map((state) => ({ subject, state })),
    )
    expect(found).toEqual(all)
  })

  it('has stock on sale, orders of it in each state up to the closed one, and an export that can be loaded', async () => {
    const orders = await rowsOf(`select distinct state from sale_order where channel = 'curated' order by 1`)
    expect(orders.map(({ state }) => state)).toEqual([
      'awaiting_payment',
      'awaiting_shipment',
      'closed',
      'completed',
      'shipped',
    ])
    expect(await rowsOf(`select state from listing where kind = 'stock'`)).toEqual([{ state: 'on_sale' }])
    expect(await rowsOf('select state from export_task')).toEqual([{ state: 'ready' }])
  })

  it('adds up: the rows of an order are what the marketplace settled, which is what the formula gives', async () => {
    for (const { merchantId } of await sellers()) {
      expect(await database.open.db.tenant(merchantId, allDifferences)).toEqual([])
    }
    expect(await rowsOf(`select bill_no, remark from bill where source <> 'flow' and remark <> ''`)).toEqual([])
    expect((await rowsOf('select 1 from settlement')).length).toBeGreaterThan(1)
  })

  it('leaves nothing to be done and nothing that was given up', async () => {
    expect(await rowsOf(LEFT)).toEqual([])
  })

  it('has an audit log that holds together', async () => {
    const verdicts = (await sellers()).map(({ merchantId }) =>
      verifyChain((work) => database.open.db.tenant(merchantId, work)),
    )
    const [bigger, smaller] = await Promise.all(verdicts)
    expect(bigger).toEqual({ entryCount: expect.toSatisfy((count) => count > 50), brokenAt: null })
    expect(smaller?.brokenAt).toBeNull()
  })

  it('waits for nothing that is past', async () => {
    const past = await rowsOf(`
      select 'order' as what, order_no as id from sale_order
        where state in ('awaiting_payment', 'awaiting_shipment') and deadline_at <= '${end}'
      union all select state, remote_entry_id from auction_entry
        where state = 'bidding' and ends_at <= '${end}' or state = 'scheduled' and starts_at <= '${end}'`)
    expect(past).toEqual([])
  })

  it('shows each phone in the colour of its SKU', async () => {
    const backs = await rowsOf(`
      select u.sku ->> 'colour' as colour, p.full_key as key from photo p
        join inspection i on i.id = p.inspection_id join unit u on u.id = i.unit_id where p.position = 'back'`)
    expect(new Set(backs.map(({ colour }) => bodyColour(String(colour)))).size).toBeGreaterThan(4)
    for (const { colour, key } of backs) {
      const photo = sharp(await product.gateway.app.services.storage.read(String(key)))
      const middle = await photo.extract({ left: 330, top: 450, width: 4, height: 4 }).raw().toBuffer()
      const wanted = bodyColour(String(colour)).match(/[0-9a-f]{2}/g) ?? []
      const off = wanted.map((part, channel) => Math.abs(Number.parseInt(part, 16) - (middle[channel] ?? 0)))
      expect(Math.max(...off), `${colour}: ${[...middle.subarray(0, 3)]}`).toBeLessThan(40)
    }
  })

  it('lets every account sign in that is printed', async () => {
    for (const { phone } of DEMO_ACCOUNTS) {
      const answer = await product.gateway.data(auth.login, { phone, password: DEMO_PASSWORD })
      const companies = 'candidates' in answer ? answer.candidates.length : 1
      const plans = DEMO_MERCHANTS.filter(({ people }) => people.some((person) => person.phone === phone))
      expect(companies, phone).toBe(plans.length)
    }
  })

  it('is what the stand-in marketplace knows: asking it for everything again changes no row', async () => {
    const { services } = product.world
    const before = await readRows(database.open)
    for (const seller of await sellers()) {
      await refreshShops(services, seller.merchantId)
      for (const poll of [pollSessions, pollEntries, pollOrders, pollSettlements, pollAccountFlows])
        await poll(services, seller)
    }
    await product.gateway.runJobs()
    expect(differences(before, await readRows(database.open))).toEqual({})
  })

  it('is alive: a listing is taken off, an order is shipped, and hours later nothing was given up', async () => {
    const { world, gateway } = product
    const [bigger] = await sellers()
    if (bigger === undefined) throw new Error('there is no merchant')
    const [owner] = await rowsOf(
      `select id, phone from employee where merchant_id = '${bigger.merchantId}' and is_owner`,
    )
    const actor = actorOf(bigger, owner)
    const [listing] = await rowsOf(`
      select l.id, e.remote_entry_id as entry from listing l join auction_entry e on e.id = l.entry_id
        where e.state = 'scheduled' and l.merchant_id = '${bigger.merchantId}'
          and not exists (select from desired_state d where d.subject_id = l.id and d.state = 'pending')
        order by e.starts_at desc limit 1`)
    const [order] = await rowsOf(`
      select o.id, o.order_no as "orderNo", l.imei, i.bag_code as bag from sale_order o join listing l on l.id = o.listing_id
        join listing_unit lu on lu.listing_id = l.id join inspection i on i.id = lu.inspection_id
        where o.state = 'awaiting_shipment' and o.channel = 'auction' and not exists (select from desired_state d where d.subject_id = o.id) limit 1`)
    const listingId = String(listing?.id)
    await world.access.as(actor).call(goods.operate, { action: 'off_shelf', rows: [{ listingId }] })
    const parcel = { orderId: String(order?.id), carrierCode: 'SF', waybill: 'SF1234567890124' } as const
    const scans = [{ unitCode: String(order?.imei), bagCode: String(order?.bag) }]
    await world.access.as(actor).call(auctionOrder.delivery, { ...parcel, scans })
    await gateway.runJobs()
    await world.control.advance(3 * HOUR_MS)
    await gateway.runJobs()
    const { marketplace } = world.services
    const { list } = await marketplace.queryEntries(bigger.sellerId, { entry_id: Number(listing?.entry) })
    expect(list[0]?.status).toBe('withdrawn')
    expect(await rowsOf(`select state from listing where id = '${listingId}'`)).toEqual([{ state: 'off_shelf' }])
    expect(await rowsOf(`select state from sale_order where id = '${parcel.orderId}'`)).toEqual([{ state: 'shipped' }])
    expect((await marketplace.orderDetail(bigger.sellerId, { order_no: String(order?.orderNo) })).order_status).toBe(21)
    expect(await rowsOf(LEFT)).toEqual([])
  })
})

const actorOf = ({ merchantId }: Seller, { id, phone }: Row = {}): Actor => ({
  merchantId,
  employeeId: String(id),
  employeeName: '老板',
  phone: String(phone),
  sessionId: '',
  grants: new Set<string>(),
  isOwner: true,
  refundLimitFen: null,
})

const sellerOf = ({ merchant_id, seller_id }: Row): Seller => ({
  merchantId: String(merchant_id),
  sellerId: Number(seller_id),
})
