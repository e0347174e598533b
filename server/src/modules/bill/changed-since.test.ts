import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../tests/support/databases.ts'
import { newId } from '../../platform/ids.ts'
import { createMerchant } from '../people/commands.ts'
import { saveShop } from '../shop/store.ts'
import { listBills } from './list-store.ts'
import { insertBill, moveBill, setExpectedAmount } from './store.ts'

const START = Date.parse('2026-11-20T02:00:00.000Z')
const at = (ms: number) => new Date(START + ms)

let database: TestDatabase
let merchantId = ''
let shopAccountId = ''
let numbers = 0

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  shopAccountId = newId()
  merchantId = await database.open.db.global(async (global) => {
    const phone = String(13_900_000_000 + ++numbers)
    const made = await createMerchant(global, { name: '账单', phone, passwordHash: 'x', now: at(0) })
    const facts = { userIdentity: 'x', userName: `x${numbers}`, nick: '店', shopName: '店', authorisedUntil: at(0) }
    const state = { isValid: true, isPro: false, depositEnough: true, itemBizTypes: [] }
    await saveShop(made.tx, shopAccountId, { authorizeId: numbers, ...facts, ...state }, at(0))
    return made.merchantId
  })
})

const inShop = <T>(work: Parameters<typeof database.open.db.tenant<T>>[1]) => database.open.db.tenant(merchantId, work)

async function booked(ms: number): Promise<string> {
  const billId = newId()
  const no = `B${++numbers}`
  const about = { orderId: null, orderNo: '', title: '', imei: '', dealPriceFen: null, channel: null, refundNo: '' }
  await inShop((tx) =>
    insertBill(tx, {
      ...about,
      billId,
      billNo: no,
      shopAccountId,
      type: 'freight',
      direction: 'out',
      amountFen: 1200,
      formula: '',
      source: 'manual',
      sourceId: no,
      remark: '',
      occurredAt: at(0).toISOString(),
      now: at(ms),
    }),
  )
  return billId
}

const changed = (billId: string, ms: number) =>
  inShop((tx) => setExpectedAmount(tx, billId, { direction: 'out', amountFen: ms, formula: '' }, at(ms)))

const page = (updatedFrom: Date, cursor?: string) =>
  inShop((tx) =>
    listBills(tx, { page: 1, pageSize: 2, updatedFrom: updatedFrom.toISOString(), ...(cursor ? { cursor } : {}) }),
  )

/** Everything from a moment on, page by page; `between` happens after each page. */
async function followed(from: Date, between: (pages: number) => Promise<unknown> = async () => undefined) {
  const seen: string[] = []
  let answer = await page(from)
  for (let pages = 1; ; pages += 1) {
    seen.push(...answer.list.map(({ billId }) => billId))
    await between(pages)
    if (answer.nextCursor === null) return seen
    answer = await page(from, answer.nextCursor)
  }
}

describe('defect: a program could not ask what changed since', () => {
  it('has what changed from that moment on, itself included, oldest change first', async () => {
    const [early, border, late] = [await booked(0), await booked(1000), await booked(2000)]
    expect(await followed(at(1000))).toEqual([border, late])
    await changed(early, 3000)
    expect(await followed(at(1000))).toEqual([border, late, early])
    const { list, sort } = await page(at(3000))
    expect(list.map(({ updatedAt, amountFen }) => [updatedAt, amountFen])).toEqual([[at(3000).toISOString(), 3000]])
    expect(sort).toBeNull()
  })

  it('counts a move of its state as a change', async () => {
    const billId = await booked(0)
    await booked(0)
    await inShop((tx) => moveBill(tx, billId, 'cancel', { who: 'marketplace', now: at(5000) }))
    expect(await followed(at(1))).toEqual([billId])
  })

  it('has all of one millisecond, wherever a page ends', async () => {
    const all = [await booked(1000), await booked(1000), await booked(1000), await booked(1000), await booked(1000)]
    const seen = await followed(at(1000))
    expect(seen).toEqual([...all].sort())
    expect(await followed(at(1001))).toEqual([])
  })

  it('has a row again that changes between two pages, and loses none beside it', async () => {
    const all = [await booked(1000), await booked(1000), await booked(2000), await booked(2000), await booked(3000)]
    const [first = '', , third = ''] = all
    const seen = await followed(at(0), async (pages) => {
      if (pages !== 1) return
      await changed(first, 4000)
      await changed(third, 4000)
    })
    expect(new Set(seen)).toEqual(new Set(all))
    expect(seen.filter((one) => one === first)).toHaveLength(2)
  })

  it('has what was committed late for whoever asks for some minutes before what was read', async () => {
    const read = await booked(60_000)
    expect(await followed(at(0))).toEqual([read])
    // its transaction began before, and ended after the reading
    const late = await booked(59_000)
    expect(await followed(at(60_000))).toEqual([read])
    expect(await followed(at(60_000 - 5 * 60_000))).toEqual([late, read])
  })
})
