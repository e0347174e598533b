import { orderColumns } from '@huanji/contract/features/order/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../tests/support/databases.ts'
import { sortParts, withPermittedSort } from '../../database/list-sort.ts'
import { newId } from '../../platform/ids.ts'
import { createMerchant } from '../people/commands.ts'
import { saveShop } from '../shop/store.ts'
import { countOrderOptions, countOrders, listOrders, type OrderFilter } from './list-store.ts'
import { insertOrder } from './snapshot-store.ts'

const ORDERS = 90
const PAGE_SIZE = 7
const MINUTE_MS = 60_000
const START_MS = Date.parse('2026-11-20T02:00:00.000Z')
const now = new Date(START_MS)
const SHOPS = [newId(), newId(), newId()]
const MODELS = ['apple-iphone-13', 'huawei-mate-60', 'xiaomi-14']
const STATES = ['awaiting_payment', 'awaiting_shipment', 'shipped', 'closed'] as const

type SortWord = NonNullable<OrderFilter['sort']>

/** As it was put in; several share a price or a moment, and some have no deadline and no moment of shipment. */
interface Order {
  readonly orderId: string
  readonly state: (typeof STATES)[number]
  readonly shopAccountId: string
  readonly modelId: string
  readonly orderedAt: string
  readonly dealPriceFen: number
  readonly deadlineAt: string | null
  readonly shippedAt: string | null
}

const momentOf = (minute: number) => new Date(START_MS + minute * MINUTE_MS).toISOString()

const ofNumber = (index: number): Order => ({
  orderId: newId(),
  state: STATES[index % 4] ?? 'closed',
  shopAccountId: SHOPS[index % 3] ?? '',
  modelId: MODELS[index % 5] ?? '',
  orderedAt: momentOf((index * 37) % 40),
  dealPriceFen: 1000 * ((index * 53) % 19),
  deadlineAt: index % 3 === 0 ? null : momentOf((index * 29) % 23),
  shippedAt: index % 4 === 2 && index % 3 > 0 ? momentOf((index * 31) % 17) : null,
})

let database: TestDatabase
let merchantId = ''
let otherShop = ''
const orders = Array.from({ length: ORDERS }, (_, index) => ofNumber(index))

async function addMerchant(phone: string, shops: readonly string[]): Promise<string> {
  const made = await database.open.db.global(async (tx) => {
    const merchant = await createMerchant(tx, { name: '排序', phone, passwordHash: 'x', now })
    for (const [index, shopAccountId] of shops.entries()) {
      const facts = { userIdentity: 'x', userName: 'x', nick: '店', shopName: '店', authorisedUntil: now }
      const state = { isValid: true, isPro: false, depositEnough: true, itemBizTypes: [] }
      await saveShop(merchant.tx, shopAccountId, { authorizeId: index + 1, ...facts, ...state }, now)
    }
    return merchant
  })
  return made.merchantId
}

async function addOrder(of: string, order: Order, index: number): Promise<void> {
  const { state, deadlineAt, shippedAt, ...facts } = order
  await database.open.db.tenant(of, (tx) =>
    insertOrder(tx, {
      ...facts,
      channel: 'auction',
      orderNo: `2026${String(index).padStart(15, '0')}`,
      listingId: null,
      coverKey: null,
      title: index % 2 === 0 ? '苹果手机' : '小米手机',
      modelName: '',
      skuText: '',
      grade: null,
      unitCount: 1,
      pickedCount: null,
      remark: '',
      imei: '',
      barCode: '',
      bagCode: null,
      buyerId: '',
      buyerNick: '买家',
      lines: [],
      now,
      remoteUpdatedAt: order.orderedAt,
      auction: null,
    }),
  )
  await database.open.ownerQuery(
    'update sale_order set state = $3, deadline_at = $4, shipped_at = $5 where merchant_id = $1 and id = $2',
    [of, order.orderId, state, deadlineAt, shippedAt],
  )
}

beforeAll(async () => {
  database = await openTestDatabase()
  merchantId = await addMerchant('13900000001', SHOPS)
  for (const [index, order] of orders.entries()) await addOrder(merchantId, order, index)
  otherShop = newId()
  const other = await addMerchant('13900000002', [otherShop])
  await addOrder(other, { ...ofNumber(0), shopAccountId: otherShop }, 0)
})
afterAll(() => database.close())

const list = (more: Partial<OrderFilter>) =>
  database.open.db.tenant(merchantId, (tx) => listOrders(tx, 'auction', { page: 1, pageSize: PAGE_SIZE, ...more }))
const idsOf = (found: readonly { readonly orderId: string }[]) => found.map(({ orderId }) => orderId)

/** All pages by their cursors to the end, and from there back to the first. */
async function thereAndBack(filter: Partial<OrderFilter>): Promise<{ there: string[]; back: string[] }> {
  let answer = await list(filter)
  const there = idsOf(answer.list)
  for (let page = 2; answer.nextCursor !== null; page += 1) {
    answer = await list({ ...filter, page, cursor: answer.nextCursor })
    there.push(...idsOf(answer.list))
  }
  const back = idsOf(answer.list)
  for (let { page } = answer; answer.previousCursor !== null; ) {
    page -= 1
    answer = await list({ ...filter, page, cursor: answer.previousCursor })
    back.unshift(...idsOf(answer.list))
  }
  return { there, back }
}

/** What an order of the list compares: a deadline that is missing is late, a shipment that is missing was long ago. */
const VALUES = {
  orderedAt: (order: Order) => order.orderedAt,
  deal: (order: Order) => String(order.dealPriceFen).padStart(12, '0'),
  deadline: (order: Order) => order.deadlineAt ?? '~',
  shippedAt: (order: Order) => order.shippedAt ?? '',
} as const

function expected(sort: SortWord, wanted: (order: Order) => boolean): string[] {
  const { key, direction } = sortParts(sort)
  const placeOf = (order: Order) => `${VALUES[key](order)} ${order.orderId}`
  const sorted = orders.filter(wanted).sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  return idsOf(direction === 'asc' ? sorted : sorted.reverse())
}

const inState = (state: Order['state'] | undefined) => (order: Order) => state === undefined || order.state === state

describe('orders sorted by a column', () => {
  it.each<[SortWord, Order['state'] | undefined]>([
    ['orderedAt.asc', undefined],
    ['orderedAt.desc', 'closed'],
    ['deal.asc', undefined],
    ['deal.desc', undefined],
    ['deal.asc', 'closed'],
    ['deal.desc', 'shipped'],
    ['deadline.asc', 'awaiting_payment'],
    ['deadline.desc', 'awaiting_shipment'],
    ['shippedAt.asc', 'shipped'],
    ['shippedAt.desc', 'shipped'],
  ])('%s, state %s: every page once, there and back', async (sort, state) => {
    const wanted = expected(sort, inState(state))
    const filter = state === undefined ? { sort } : { sort, state }
    expect(await thereAndBack(filter)).toEqual({ there: wanted, back: wanted })
    expect(await list(filter)).toMatchObject({ sort, total: wanted.length })
  })

  it('finds a page by its number alone, also where rows are merged', async () => {
    const wanted = expected('deal.desc', () => true)
    expect(idsOf((await list({ sort: 'deal.desc', page: 4 })).list)).toEqual(wanted.slice(21, 28))
  })

  it('defect: an order without a deadline fell out of the list by deadline', async () => {
    const { total } = await list({ sort: 'deadline.asc', state: 'awaiting_payment' })
    const counts = await database.open.db.tenant(merchantId, (tx) =>
      countOrders(tx, 'auction', { page: 1, pageSize: 1 }),
    )
    expect(total).toBe(counts.awaiting_payment)
  })

  it('takes no cursor of another order', async () => {
    const { nextCursor } = await list({ sort: 'deal.desc' })
    const answer = await list({ sort: 'deal.asc', page: 2, cursor: nextCursor ?? '' })
    expect(answer).toMatchObject({ page: 1 })
    expect(idsOf(answer.list)).toEqual(expected('deal.asc', () => true).slice(0, PAGE_SIZE))
  })

  it('sorts what a keyword finds where it is little', async () => {
    const wanted = expected('deal.asc', (order) => orders.indexOf(order) % 2 === 0)
    expect(await thereAndBack({ sort: 'deal.asc', keyword: '苹果' })).toEqual({ there: wanted, back: wanted })
    const early = expected('orderedAt.asc', (order) => orders.indexOf(order) % 2 === 0)
    expect((await thereAndBack({ sort: 'orderedAt.asc', keyword: '苹果' })).there).toEqual(early)
  })
})

describe('several values of a filter', () => {
  const [one = '', two = ''] = SHOPS
  const [first = '', second = ''] = MODELS

  it.each<[string, Partial<OrderFilter>, (order: Order) => boolean]>([
    ['two shops', { shopAccountId: [one, two] }, (order) => order.shopAccountId !== SHOPS[2]],
    ['one in a list', { shopAccountId: [one] }, (order) => order.shopAccountId === one],
    ['the same one twice', { shopAccountId: [one, one] }, (order) => order.shopAccountId === one],
    [
      'two shops and two models',
      { shopAccountId: [one, two], modelId: [first, second] },
      (order) => order.shopAccountId !== SHOPS[2] && [first, second].includes(order.modelId),
    ],
    [
      'two shops and a state',
      { shopAccountId: [one, two], state: 'closed' },
      (order) => order.shopAccountId !== SHOPS[2] && order.state === 'closed',
    ],
    [
      'two models and a time',
      { modelId: [first, second], orderedFrom: momentOf(10), orderedTo: momentOf(30) },
      (order) =>
        [first, second].includes(order.modelId) && order.orderedAt >= momentOf(10) && order.orderedAt <= momentOf(30),
    ],
    [
      'two models and a keyword',
      { modelId: [first, second], keyword: '小米' },
      (order) => [first, second].includes(order.modelId) && orders.indexOf(order) % 2 === 1,
    ],
  ])('%s: the rows of any, in the order of the list', async (_name, filter, isWanted) => {
    for (const sort of ['orderedAt.desc', 'orderedAt.asc', 'deal.desc'] as const) {
      const wanted = expected(sort, isWanted)
      expect(wanted.length).toBeGreaterThan(0)
      expect(await thereAndBack({ ...filter, sort })).toEqual({ there: wanted, back: wanted })
      expect((await list({ ...filter, sort })).total).toBe(wanted.length)
    }
  })

  it('finds nothing of another merchant, and says nothing of it', async () => {
    const withTheirs = await list({ shopAccountId: [one, otherShop] })
    const withNone = await list({ shopAccountId: [one, newId()] })
    expect(idsOf(withTheirs.list)).toEqual(idsOf(withNone.list))
    expect(withTheirs).toMatchObject({ total: withNone.total })
    expect(await list({ shopAccountId: [otherShop, newId()] })).toMatchObject({ list: [], total: 0 })
  })
})

describe('the rows for each value of a filter', () => {
  const options = (filter: Partial<OrderFilter>) =>
    database.open.db.tenant(merchantId, (tx) => countOrderOptions(tx, 'auction', { page: 1, pageSize: 1, ...filter }))
  const countOf = (wanted: (order: Order) => boolean) => orders.filter(wanted).length

  it('are those that the other filters leave, whatever that filter is set to', async () => {
    const [one = '', two = '', three = ''] = SHOPS
    const isClosed = inState('closed')
    expect(
      await options({ countBy: 'shopAccountId', state: 'closed', modelId: MODELS[0] ?? '', shopAccountId: [one] }),
    ).toEqual(
      Object.fromEntries(
        [one, two, three].map((shop) => [
          shop,
          countOf((order) => isClosed(order) && order.modelId === MODELS[0] && order.shopAccountId === shop),
        ]),
      ),
    )
    expect(await options({ countBy: 'modelId' })).toMatchObject(
      Object.fromEntries(MODELS.map((model) => [model, countOf((order) => order.modelId === model)])),
    )
  })

  it('are those that a keyword finds', async () => {
    const found = (order: Order) => orders.indexOf(order) % 2 === 0
    const isModel = (model: string) => (order: Order) => found(order) && order.modelId === model
    const wanted = Object.fromEntries(MODELS.map((model) => [model, countOf(isModel(model))]))
    expect(await options({ countBy: 'modelId', keyword: '苹果' })).toMatchObject(wanted)
    expect(await options({ countBy: 'modelId', keyword: '苹果手机', shopAccountId: SHOPS })).toMatchObject(wanted)
  })

  it('are of this merchant alone, and none are counted unasked', async () => {
    expect(Object.keys((await options({ countBy: 'shopAccountId' })) ?? {})).not.toContain(otherShop)
    expect(await options({})).toBeNull()
  })
})

describe('an order that is asked for', () => {
  const clerk = { isOwner: false, grants: new Set<string>() }
  const sortFor = (sort: SortWord, state: string | undefined, reader = { isOwner: true, grants: new Set<string>() }) =>
    withPermittedSort(orderColumns, { sort }, state, reader).sort

  it('is there under the states that it is declared for, and not for whoever may not read its column', () => {
    expect(sortFor('deadline.asc', 'awaiting_payment')).toBe('deadline.asc')
    expect(sortFor('deadline.asc', 'closed')).toBeUndefined()
    expect(sortFor('deadline.asc', undefined)).toBeUndefined()
    expect(sortFor('shippedAt.asc', 'completed')).toBeUndefined()
    expect(sortFor('deal.desc', undefined)).toBe('deal.desc')
    expect(sortFor('deal.desc', undefined, clerk)).toBeUndefined()
    expect(sortFor('deal.desc', undefined, { ...clerk, grants: new Set(['field:orderMoney']) })).toBe('deal.desc')
    expect(sortFor('orderedAt.asc', 'closed', clerk)).toBe('orderedAt.asc')
  })
})
