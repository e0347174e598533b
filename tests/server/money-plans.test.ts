import { type BillFilter, billTotals, listBills } from '@huanji/server/modules/bill/list-store'
import { type BilledOrderFilter, listBilledOrders } from '@huanji/server/modules/bill/order-store'
import { awaitedBills, countToShip, nextToShip } from '@huanji/server/modules/home/store'
import { createMerchant } from '@huanji/server/modules/people/commands'
import { listRefunds, type RefundFilter } from '@huanji/server/modules/refund/list-store'
import { saveShop } from '@huanji/server/modules/shop/store'
import { newId } from '@huanji/server/platform/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillOrders } from '../bench/fill.ts'
import { databaseKind, openTestDatabase, type TestDatabase } from '../support/databases.ts'
import { explained } from '../support/explained.ts'

/** Half of them are the merchant's that is asked; of ten six were settled, one is under way and one was paid back. */
const ORDERS = 45_000
/** What a list reads at most: the counted rows and their page, and a little. */
const READ_MAX = 12_000
const NOW = new Date('2026-01-01T00:00:00.000Z')
const momentOf = (minute: number) => new Date(NOW.getTime() + minute * 60_000).toISOString()
const paging = { page: 1, pageSize: 20 }
const SHOP = {
  userIdentity: 'x',
  userName: 'x',
  nick: '店',
  shopName: '店',
  isValid: true,
  isPro: false,
  depositEnough: true,
  itemBizTypes: [],
  authorisedUntil: NOW,
} as const

// the embedded database and a cluster answer by the same indexes; what they read is not told in one plan
describe.runIf(databaseKind() === 'postgres')(
  'however long they are, after-sale and bills are read by an index',
  () => {
    let database: TestDatabase
    let merchantId = ''
    const shopAccountId = newId()

    beforeAll(async () => {
      database = await openTestDatabase()
      const merchants: string[] = []
      for (const authorizeId of [1, 2]) {
        const phone = `1390000000${authorizeId}`
        const made = await database.open.db.global(async (global) => {
          const merchant = await createMerchant(global, { name: '商家', phone, passwordHash: 'x', now: NOW })
          await saveShop(merchant.tx, authorizeId === 1 ? shopAccountId : newId(), { ...SHOP, authorizeId }, NOW)
          return merchant
        })
        merchants.push(made.merchantId)
      }
      merchantId = merchants[0] ?? ''
      await fillOrders(database.databaseUrl ?? '', merchants, ORDERS)
    }, 300_000)
    afterAll(() => database.close())

    const SHOPS = { shopAccountId: [shopAccountId, newId()] }

    it.each<[string, Partial<RefundFilter>, string, number]>([
      ['nothing', {}, 'refund_newest', 2_475],
      ['a state', { state: 'succeeded' }, 'refund_state', 2_250],
      ['a rare state', { state: 'awaiting_merchant' }, 'refund_state', 225],
      ['what is due first', { state: 'awaiting_merchant', sort: 'deadline.asc' }, 'refund_deadline', 225],
      ['what waits for the merchant', { awaitsMerchant: true }, 'refund_deadline', 225],
      ['amount', { sort: 'amount.desc' }, 'refund_amount', 2_475],
      ['a channel', { channel: 'curated' }, 'refund_channel', 825],
      ['a kind', { kind: 'refundOnly' }, 'refund_kind', 825],
      ['two shops', SHOPS, 'refund_shop', 2_475],
      ['a model', { modelId: 'apple-iphone-13' }, 'refund_model', 1_125],
      ['a reason', { reasonCode: 'quality' }, 'refund_reason', 825],
      ['an hour', { openedFrom: momentOf(2_940), openedTo: momentOf(3_000) }, 'refund_newest', 396],
    ])('cases by %s', async (_name, filter, index, total) => {
      const { answer, read } = await explained(database.open.db, merchantId, (tx) =>
        listRefunds(tx, { ...paging, ...filter }),
      )
      expect({ total: answer.total, by: read.by.join(' '), scans: read.scans }).toEqual({
        total,
        by: expect.stringContaining(index),
        scans: [],
      })
      expect(read.rows).toBeLessThanOrEqual(2 * total + 600)
    })

    it('the home page reads what waits, and not what is done', async () => {
      const asked = await explained(database.open.db, merchantId, async (tx) => ({
        queue: await countToShip(tx, 'auction', NOW, momentOf(1_440)),
        next: await nextToShip(tx, 'auction'),
        awaited: await awaitedBills(tx),
      }))
      expect(asked.read.scans).toEqual([])
      expect(asked.answer.next.length).toBe(Math.min(asked.answer.queue.waiting, 5))
      expect(asked.read.rows).toBeLessThanOrEqual(READ_MAX)
    })

    const bills = (filter: Partial<BillFilter>) =>
      explained(database.open.db, merchantId, (tx) => listBills(tx, { ...paging, ...filter }))

    it.each<[string, Partial<BillFilter>, string, number]>([
      ['nothing', {}, 'bill_newest', 10_000],
      ['a state', { state: 'settled' }, 'bill_state', 10_000],
      ['a state that none has', { state: 'pending' }, 'bill_state', 0],
      ['a type', { type: 'serviceFee' }, 'bill_type_newest', 10_000],
      ['two types', { type: ['serviceFee', 'penalty'] }, 'bill_type_newest', 10_000],
      ['a type that none has', { type: 'penalty' }, 'bill_type_newest', 0],
      ['amount', { sort: 'amount.desc' }, 'bill_amount', 10_000],
      ['a channel', { channel: 'auction' }, 'bill_channel_newest', 10_000],
      ['a shop', { shopAccountId }, 'bill_', 10_000],
      ['two shops', SHOPS, 'bill_shop', 10_000],
      ['an order', { orderNo: '2026010100000000010' }, 'bill_order_no', 3],
      ['a case of none', { refundNo: 'TK1' }, 'bill_refund_no', 0],
      ['an hour', { occurredFrom: momentOf(1_500), occurredTo: momentOf(1_560) }, 'bill_newest', 6_480],
    ])('bill rows by %s', async (_name, filter, index, total) => {
      const { answer, read } = await bills(filter)
      expect({ total: answer.total, by: read.by.join(' '), scans: read.scans }).toEqual({
        total,
        by: expect.stringContaining(index),
        scans: [],
      })
      expect(read.rows).toBeLessThanOrEqual(READ_MAX)
    })

    it.each<[string, Partial<BilledOrderFilter>, string, number]>([
      ['nothing', {}, 'sale_order_billed', 10_000],
      ['a channel', { channel: 'curated' }, 'sale_order_billed', 4_500],
      ['a shop', { shopAccountId }, 'sale_order_shop_billed', 10_000],
      ['an order', { orderNo: '2026010100000000010' }, 'sale_order_', 1],
      ['an hour', { orderedFrom: momentOf(0), orderedTo: momentOf(60) }, 'sale_order_billed', 2_160],
    ])('billed orders by %s', async (_name, filter, index, total) => {
      const { answer, read } = await explained(database.open.db, merchantId, (tx) =>
        listBilledOrders(tx, { ...paging, ...filter }),
      )
      expect({ total: answer.total, by: read.by.join(' '), scans: read.scans }).toEqual({
        total,
        by: expect.stringContaining(index),
        scans: [],
      })
      expect(read.rows).toBeLessThanOrEqual(2 * total + 600)
    })

    it('totals are of the whole filter', async () => {
      const { answer } = await explained(database.open.db, merchantId, (tx) => billTotals(tx, { ...paging }))
      expect(answer.netFen).toBe(answer.incomeFen - answer.expenseFen)
      expect(answer.incomeFen).toBeGreaterThan(0)
    })
  },
)
