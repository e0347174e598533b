import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../tests/support/databases.ts'
import { newId } from '../../platform/ids.ts'
import { createMerchant } from '../people/commands.ts'
import { saveShop } from '../shop/store.ts'
import { type BillFilter, type BillRow, countBillOptions, listBills } from './list-store.ts'

const now = new Date('2026-11-20T02:00:00.000Z')
const TYPES = ['orderSettlement', 'serviceFee', 'freight']
const SHOPS = [newId(), newId()]

let database: TestDatabase
let merchantId = ''

beforeAll(async () => {
  database = await openTestDatabase()
  merchantId = await database.open.db.global(async (global) => {
    const made = await createMerchant(global, { name: '账单', phone: '13900000001', passwordHash: 'x', now })
    for (const [index, shopAccountId] of SHOPS.entries()) {
      const facts = { userIdentity: 'x', userName: 'x', nick: '店', shopName: '店', authorisedUntil: now }
      const state = { isValid: true, isPro: false, depositEnough: true, itemBizTypes: [] }
      await saveShop(made.tx, shopAccountId, { authorizeId: index + 1, ...facts, ...state }, now)
    }
    return made.merchantId
  })
  // amounts follow from the type and are often equal
  await database.open.ownerQuery(
    `insert into bill (merchant_id, id, bill_no, type, direction, state, channel, shop_account_id, amount_fen, formula, source,
       source_id, occurred_at, created_at)
     select $1, gen_random_uuid(), 'B' || n, ($2::text[])[1 + n % 3], case n % 3 when 0 then 'in' else 'out' end, 'settled',
       'auction', ($3::uuid[])[1 + n % 2], (100 - 40 * (n % 3)) * (1 + n * 7 % 5), '', 'order', n::text,
       timestamptz '2026-11-20Z' + (n % 11) * interval '1 minute', now()
     from generate_series(1, 60) n`,
    [merchantId, TYPES, SHOPS],
  )
})
afterAll(() => database.close())

const list = (more: Partial<BillFilter>) =>
  database.open.db.tenant(merchantId, (tx) => listBills(tx, { page: 1, pageSize: 7, ...more }))

async function everyPage(filter: Partial<BillFilter>): Promise<BillRow[]> {
  let answer = await list(filter)
  const rows = [...answer.list]
  for (let page = 2; answer.nextCursor !== null; page += 1) {
    answer = await list({ ...filter, page, cursor: answer.nextCursor })
    rows.push(...answer.list)
  }
  return rows
}

const isSorted = (values: readonly (string | number)[]) =>
  values.every((value, index) => index === 0 || value >= (values[index - 1] ?? value))
const amounts = (rows: readonly BillRow[]) => rows.map(({ amountFen }) => amountFen)

describe('bills', () => {
  it.each<[string, Partial<BillFilter>, number]>([
    ['all of them', {}, 60],
    ['of one type', { type: 'freight' }, 20],
    ['of two types', { type: ['freight', 'serviceFee'] }, 40],
    ['of a type and one there is none of', { type: ['freight', 'penalty'] }, 20],
    ['of one direction', { direction: 'in' }, 20],
    ['of two shops and a type', { shopAccountId: SHOPS, type: 'orderSettlement' }, 20],
  ])('%s by amount: each once, from page to page, either way', async (_name, filter, total) => {
    const up = await everyPage({ ...filter, sort: 'amount.asc' })
    expect(new Set(up.map(({ billId }) => billId)).size).toBe(total)
    expect(isSorted(amounts(up))).toBe(true)
    const down = await everyPage({ ...filter, sort: 'amount.desc' })
    expect(down.map(({ billId }) => billId)).toEqual(up.map(({ billId }) => billId).reverse())
    expect(await list({ ...filter, sort: 'amount.desc' })).toMatchObject({ total, sort: 'amount.desc' })
  })

  it('of two shops come in the order of time', async () => {
    const rows = await everyPage({ shopAccountId: SHOPS, sort: 'occurredAt.asc' })
    expect(rows).toHaveLength(60)
    expect(isSorted(rows.map(({ occurredAt }) => occurredAt))).toBe(true)
    expect((await list({ shopAccountId: SHOPS })).sort).toBeNull()
  })

  it('are counted by the values of a filter', async () => {
    const options = (filter: Partial<BillFilter>) =>
      database.open.db.tenant(merchantId, (tx) => countBillOptions(tx, { page: 1, pageSize: 1, ...filter }))
    expect(await options({ countBy: 'type', direction: 'out', type: 'freight' })).toMatchObject({
      orderSettlement: 0,
      serviceFee: 20,
      freight: 20,
      refund: 0,
    })
    expect(await options({ countBy: 'direction', type: ['freight', 'orderSettlement'] })).toEqual({ in: 20, out: 20 })
    expect(await options({ countBy: 'shopAccountId' })).toEqual(Object.fromEntries(SHOPS.map((shop) => [shop, 30])))
    expect(await options({ countBy: 'channel' })).toEqual({ auction: 60, curated: 0 })
  })
})
