import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChosenPhone, isBetter, type PromisedGoods, pickFault, shortOrders } from './delivery-stock.ts'

const NOW = new Date('2026-11-21T04:00:00.000Z')
const GOODS: PromisedGoods = { modelId: 'iphone-15', skuId: '256GB/黑色', grade: '95', shopAccountId: 's1' }
const PHONE: ChosenPhone = {
  modelId: 'iphone-15',
  skuId: '256GB/黑色',
  grade: '95',
  shopAccountId: 's1',
  isOfChannel: true,
  isReady: true,
  isInOtherOrder: false,
  isListedElsewhere: false,
  cameBack: false,
  inspectedAt: '2026-11-01T04:00:00.000Z',
}

describe('which phone can be shipped for a line', () => {
  test.each<[string, Partial<ChosenPhone>, string | null]>([
    ['the same', {}, null],
    ['a better one', { grade: '99' }, null],
    ['a worse one', { grade: '90' }, 'UNIT_GRADE_BELOW'],
    ['one that must not be sold', { grade: 'X' }, 'UNIT_GRADE_BELOW'],
    ['another colour', { skuId: '256GB/白色' }, 'UNIT_SKU_DIFFERS'],
    ['another model', { modelId: 'iphone-14' }, 'UNIT_SKU_DIFFERS'],
    ['of no shop', { shopAccountId: null }, null],
    ['of another shop', { shopAccountId: 's2' }, 'UNIT_OF_OTHER_SHOP'],
    ['in another order', { isInOtherOrder: true, isReady: false }, 'UNIT_TAKEN'],
    ['offered elsewhere', { isListedElsewhere: true }, 'UNIT_LISTED_ELSEWHERE'],
    ['still inspected', { isReady: false }, 'UNIT_NOT_READY'],
    ['of the auction market', { isOfChannel: false }, 'UNIT_NOT_READY'],
    ['inspected 30 days ago', { inspectedAt: '2026-10-22T04:00:00.000Z' }, null],
    ['inspected more than 30 days ago', { inspectedAt: '2026-10-22T03:59:59.999Z' }, 'REPORT_EXPIRED'],
    ['that came back, on its old report', { cameBack: true, isReady: false }, 'REPORT_EXPIRED'],
  ])('%s', (_, change, fault) => {
    expect(pickFault(GOODS, { ...PHONE, ...change }, NOW)).toBe(fault)
  })

  test('a better one is worth a question', () => {
    expect(isBetter(GOODS, { ...PHONE, grade: '99' })).toBe(true)
    expect(isBetter(GOODS, PHONE)).toBe(false)
    expect(isBetter({ grade: null }, PHONE)).toBe(false)
  })
})

describe('which orders are short', () => {
  test('those that bought after the goods were gone', () => {
    const waiting = [
      { orderId: 'a', missing: 2 },
      { orderId: 'b', missing: 0 },
      { orderId: 'c', missing: 2 },
      { orderId: 'd', missing: 1 },
    ]
    expect([...shortOrders(waiting, 3)]).toEqual(['c', 'd'])
    expect([...shortOrders(waiting, 5)]).toEqual([])
  })

  test('what is not short never lacks more than there is', () => {
    const orders = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 20 })
    fc.assert(
      fc.property(orders, fc.integer({ min: 0, max: 40 }), (needs, free) => {
        const waiting = needs.map((missing, index) => ({ orderId: String(index), missing }))
        const short = shortOrders(waiting, free)
        const served = waiting.filter(({ orderId }) => !short.has(orderId))
        expect(served.reduce((sum, { missing }) => sum + missing, 0)).toBeLessThanOrEqual(free)
        expect(short.size > 0).toBe(needs.reduce((sum, need) => sum + need, 0) > free)
      }),
    )
  })
})
