import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../tests/support/databases.ts'
import { newId } from '../../platform/ids.ts'
import { createMerchant } from '../people/commands.ts'
import { saveShop } from '../shop/store.ts'
import { countOrders, listOrders, type OrderFilter } from './list-store.ts'
import { insertOrder } from './snapshot-store.ts'
import { moveOrder } from './store.ts'

const ORDERS = 300
const now = new Date('2026-11-20T02:00:00.000Z')
const WORDS = ['苹果', 'iPhone 13', 'iPhone14', '华为Mate60', '【国行】', '128GB', '12+512G', '午夜色', '黑色', '95新']

interface Order {
  readonly orderId: string
  readonly title: string
  readonly buyerNick: string
  state: 'awaiting_payment' | 'closed'
}

let database: TestDatabase
let merchantId = ''
const orders: Order[] = []

/** The same every time, and without a pattern. */
let seed = 7
function below(limit: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % limit
}
const word = () => WORDS[below(WORDS.length)] ?? ''

async function addOrder(shopAccountId: string, index: number): Promise<void> {
  const separator = below(2) === 0 ? ' ' : ''
  const title = [word(), word(), word(), below(4) === 0 ? `编号${index}x` : word()].join(separator)
  const order: Order = {
    orderId: newId(),
    title,
    buyerNick: `${word().charAt(0)}**${below(10)}`,
    state: 'awaiting_payment',
  }
  const orderedAt = new Date(now.getTime() + below(100) * 60_000).toISOString()
  await database.open.db.tenant(merchantId, async (tx) => {
    await insertOrder(tx, {
      ...order,
      channel: 'auction',
      orderNo: `2026${String(index).padStart(15, '0')}`,
      listingId: null,
      shopAccountId,
      coverKey: null,
      modelId: '',
      modelName: '',
      skuText: '',
      grade: null,
      unitCount: 1,
      imei: '',
      barCode: '',
      pickedCount: null,
      remark: '',
      bagCode: null,
      dealPriceFen: 100,
      buyerId: '',
      orderedAt,
      remoteUpdatedAt: orderedAt,
      lines: [],
      now,
      auction: null,
    })
    if (below(3) > 0) return
    await moveOrder(tx, order.orderId, 'missPayment', { who: 'marketplace', now })
    order.state = 'closed'
  })
  orders.push(order)
}

beforeAll(async () => {
  database = await openTestDatabase()
  const shopAccountId = newId()
  merchantId = await database.open.db.global(async (tx) => {
    const made = await createMerchant(tx, { name: '搜索', phone: '13900000001', passwordHash: 'x', now })
    const shop = { authorizeId: 1, userIdentity: 'x', userName: 'x', nick: '店', shopName: '店', authorisedUntil: now }
    await saveShop(
      made.tx,
      shopAccountId,
      { ...shop, isValid: true, isPro: false, depositEnough: true, itemBizTypes: [] },
      now,
    )
    return made.merchantId
  })
  for (let index = 0; index < ORDERS; index += 1) await addOrder(shopAccountId, index)
})
afterAll(() => database.close())

const filterOf = (more: Partial<OrderFilter>): OrderFilter => ({ page: 1, pageSize: 100, ...more })
const list = (more: Partial<OrderFilter>) =>
  database.open.db.tenant(merchantId, (tx) => listOrders(tx, 'auction', filterOf(more)))
const counts = (more: Partial<OrderFilter>) =>
  database.open.db.tenant(merchantId, (tx) => countOrders(tx, 'auction', filterOf(more)))

const holding = (keyword: string) => {
  const wanted = keyword.toLowerCase()
  return orders.filter(({ title, buyerNick }) => [title, buyerNick].some((text) => text.toLowerCase().includes(wanted)))
}
const idsOf = (found: readonly { orderId: string }[]) => found.map(({ orderId }) => orderId).sort()

async function everyPage(more: Partial<OrderFilter>): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = null
  for (let page = 1; page < 20; page += 1) {
    const answer = await list({ ...more, page, ...(cursor === null ? {} : { cursor }) })
    found.push(...answer.list.map(({ orderId }) => orderId))
    cursor = answer.nextCursor
    if (cursor === null) break
  }
  return found
}

/** Pieces of texts that there are, of one to eight characters and some of several words, and some of none. */
function keywords(): string[] {
  const pieces = Array.from({ length: 120 }, () => {
    const { title, buyerNick } = orders[below(orders.length)] ?? { title: '', buyerNick: '' }
    const text = Array.from(below(6) === 0 ? buyerNick : title)
    const start = below(text.length)
    return text.slice(start, start + 1 + below(below(3) === 0 ? 24 : 8)).join('')
  })
  return [...new Set([...pieces, '黑', '色', '1', '*', '**', 'IPHONE', '%', '_', '没有', 'xyzw', '色 黑', '13 苹'])]
}

describe('a keyword', () => {
  it('finds exactly the orders whose title or buyer holds it, in any state or one', async () => {
    for (const keyword of keywords()) {
      const wanted = holding(keyword)
      const closed = wanted.filter(({ state }) => state === 'closed')
      const found = await everyPage({ keyword })
      expect({ keyword, ids: [...found].sort() }).toEqual({ keyword, ids: idsOf(wanted) })
      expect((await list({ keyword })).total).toBe(wanted.length)
      expect({ keyword, ids: (await everyPage({ keyword, state: 'closed' })).sort() }).toEqual({
        keyword,
        ids: idsOf(closed),
      })
      expect(await counts({ keyword })).toMatchObject({
        closed: closed.length,
        awaiting_payment: wanted.length - closed.length,
        completed: 0,
      })
    }
  })

  it('keeps the order of the list, from page to page and back', async () => {
    const all = (await everyPage({})).filter((id) => holding('iPhone').some(({ orderId }) => orderId === id))
    expect(await everyPage({ keyword: 'iPhone', pageSize: 7 })).toEqual(all.slice(0, 19 * 7))
    const second = await list({ keyword: 'iPhone', page: 2, pageSize: 7 })
    expect(second.list.map(({ orderId }) => orderId)).toEqual(all.slice(7, 14))
    const back = await list({ keyword: 'iPhone', page: 1, pageSize: 7, cursor: second.previousCursor ?? '' })
    expect(back.list.map(({ orderId }) => orderId)).toEqual(all.slice(0, 7))
  })

  it('is combined with the other filters', async () => {
    const orderedTo = new Date(now.getTime() + 50 * 60_000).toISOString()
    const early = new Set(await everyPage({ orderedTo }))
    const found = await everyPage({ orderedTo, keyword: '黑色' })
    expect([...found].sort()).toEqual(idsOf(holding('黑色').filter(({ orderId }) => early.has(orderId))))
  })

  it('finds nothing of another merchant', async () => {
    const other = await database.open.db.tenant(newId(), (tx) =>
      listOrders(tx, 'auction', filterOf({ keyword: '黑色' })),
    )
    expect(other).toMatchObject({ list: [], total: 0 })
  })
})
