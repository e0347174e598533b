import type { OutputOf } from '@huanji/contract/call'
import { bill, billMonth } from '@huanji/contract/features/bill/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Books, openBooks } from '../reconciliation/testing/books.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('月结手机')
})
afterAll(() => books.gateway.close())

type MonthRow = OutputOf<typeof billMonth.list>['list'][number]

const MONTH = '2026-11'
const IN_MONTH = { occurredFrom: '2026-10-31T16:00:00.000Z', occurredTo: '2026-11-30T15:59:59.999Z' }
const ADDED = ['billCount', 'incomeFen', 'expenseFen', 'netFen', 'awaitedFen', 'movedFen'] as const

const monthOf = async (month: string): Promise<MonthRow[]> =>
  (await books.gateway.data(billMonth.list, { month }, books.owner.login)).list

const sumsOf = (rows: readonly MonthRow[]) =>
  Object.fromEntries(ADDED.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]))

const picked = (row: MonthRow | undefined) => Object.fromEntries(ADDED.map((name) => [name, row?.[name]]))

/** Puts a bill past the program at a moment. */
async function addBill(type: string, direction: 'in' | 'out', fen: number, at: string, state = 'settled') {
  await books.tamper(
    `insert into bill (merchant_id, id, bill_no, type, direction, state, shop_account_id, amount_fen, formula, source, source_id,
       occurred_at, settled_at, created_at)
     select merchant_id, gen_random_uuid(), 'ZD' || replace(gen_random_uuid()::text, '-', ''), $1, $2, $3, shop_account_id, $4::bigint, '',
       'flow', gen_random_uuid()::text, $5::timestamptz, $5, $5 from bill limit 1`,
    [type, direction, state, fen, at],
  )
}

describe('a month by shop and type', () => {
  it('adds up: each shop to its lines, all to the shops, and all to the list of bills of that month', async () => {
    await books.completed()
    await addBill('freight', 'out', 1_200, '2026-11-12T04:00:00.000Z')
    await addBill('penalty', 'in', 3_400, '2026-11-12T04:00:00.000Z', 'pending')
    await addBill('withdrawal', 'out', 100_000, '2026-11-13T04:00:00.000Z')
    await addBill('depositFreeze', 'out', 5_000, '2026-11-13T04:00:00.000Z')
    await addBill('adjustment', 'out', 9_900, '2026-11-13T04:00:00.000Z', 'cancelled')
    // the last moment of the month before, the first and the last of this one, and the first of the next, in Shanghai
    await addBill('freight', 'out', 7, '2026-10-31T15:59:59.999Z')
    await addBill('freight', 'out', 11, '2026-10-31T16:00:00.000Z')
    await addBill('freight', 'out', 13, '2026-11-30T15:59:59.999Z')
    await addBill('freight', 'out', 17, '2026-11-30T16:00:00.000Z')

    const rows = await monthOf(MONTH)
    const lines = rows.filter(({ isTotal }) => !isTotal)
    const ofShops = rows.filter(({ part }) => part === 'shop')
    const ofAll = rows.at(-1)
    expect(ofAll).toMatchObject({ part: 'all', isTotal: true, shopAccountId: null, shopName: '全部店铺' })
    expect(rows.map(({ part }) => part)).toEqual([
      ...['orderSettlement', 'serviceFee', 'inspectionFee', 'freight', 'penalty', 'withdrawal', 'shop', 'all'],
    ])
    expect(sumsOf(ofShops)).toEqual(picked(ofAll))
    expect(sumsOf(lines)).toEqual(picked(ofAll))
    expect(lines.find(({ part }) => part === 'freight')).toMatchObject({
      billCount: 3,
      incomeFen: 0,
      expenseFen: 1_224,
      netFen: -1_224,
      awaitedFen: 0,
      movedFen: 0,
    })
    expect(lines.find(({ part }) => part === 'penalty')).toMatchObject({ netFen: 3_400, awaitedFen: 3_400 })
    expect(lines.find(({ part }) => part === 'withdrawal')).toMatchObject({ netFen: 0, movedFen: -100_000 })

    const list = await books.gateway.data(bill.list, { ...IN_MONTH, withTotals: true }, books.owner.login)
    const { incomeFen, expenseFen, netFen, movedFen } = ofAll ?? {}
    expect(list.totals).toMatchObject({ incomeFen, expenseFen, netFen, movedFen })
    const frozen = list.list.filter(({ type, state }) => type === 'depositFreeze' || state === 'cancelled')
    expect(ofAll?.billCount).toBe(list.total - frozen.length)
  })

  it('has nothing of a month without bills, and refuses what is no month', async () => {
    expect(await monthOf('2024-02')).toEqual([])
    const answer = await books.gateway.call(billMonth.list, { month: '2026-13' }, books.owner.login)
    expect(answer._errStr).toContain('月份不正确，请重新选择')
  })
})
