import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BILL_TYPES, billTypeLabel, verifyBillTypes } from './bill-types.ts'
import { FEE_TABLES, feeFen, feeReturnFen, feeTableOn, verifyFeeTables } from './fee-table.ts'
import { settle } from './settlement.ts'

const TABLE = FEE_TABLES[0]
if (!TABLE) throw new Error('no fee table')
const AUCTION = TABLE.channels.auction

describe('fees', () => {
  test.each([
    [30_000, 1000],
    [399_900, 7998],
    [1_500_000, 20_000],
    [50_025, 1001],
  ])('2 %% of %i fen, at least 10 and at most 200 yuan, is %i', (dealFen, fee) => {
    expect(feeFen(dealFen, { rateBasisPoints: 200, minFen: 1000, maxFen: 20_000 })).toBe(fee)
  })

  test('the table of the day is taken', () => {
    const next = { ...TABLE, version: '2027001', effectiveFrom: '2027-01-01' }
    const tables = [TABLE, next]
    expect(feeTableOn('2026-12-31', tables)?.version).toBe('2026001')
    expect(feeTableOn('2027-01-01', tables)?.version).toBe('2027001')
    expect(feeTableOn('2025-12-31', tables)).toBeNull()
  })

  test('tables out of order or with impossible rates are refused', () => {
    expect(() => verifyFeeTables()).not.toThrow()
    expect(() => verifyFeeTables([TABLE, TABLE])).toThrow('out of order')
    const upsideDown = { ...AUCTION, service: { rateBasisPoints: 200, minFen: 5, maxFen: 1 } }
    expect(() => verifyFeeTables([{ ...TABLE, channels: { ...TABLE.channels, auction: upsideDown } }])).toThrow('rate')
  })
})

describe('bill types', () => {
  test('are the thirteen of the trade, in order', () => {
    expect(BILL_TYPES.map((type) => `${type.number} ${type.label}`).join(' · ')).toBe(
      '1 货款 · 2 退款 · 3 补差 · 4 平台服务费 · 5 质检费 · 6 运费 · 7 赔付 · 8 违约金 · 9 冻结 · ' +
        '10 解冻 · 11 提现 · 12 充值 · 13 调账',
    )
    expect(billTypeLabel('priceDifference')).toBe('补差')
  })

  test('a list with a gap or a repeat is refused', () => {
    expect(() => verifyBillTypes()).not.toThrow()
    expect(() => verifyBillTypes(BILL_TYPES.slice(1))).toThrow('should have number 1')
    const [first] = BILL_TYPES
    if (!first) throw new Error('no bill types')
    expect(() => verifyBillTypes([first, { ...first, number: 2 }])).toThrow('stands twice')
  })
})

describe('a settlement', () => {
  test('follows the money chain with its formulas', () => {
    const { rows, netFen } = settle({
      dealFen: 399_900,
      freightIncomeFen: 1200,
      rules: AUCTION,
      priceDifferenceFen: 5000,
    })
    expect(rows).toEqual([
      { type: 'orderSettlement', direction: 'in', amountFen: 399_900, formula: '货款 ¥3,999.00' },
      { type: 'freight', direction: 'in', amountFen: 1200, formula: '运费收入 ¥12.00' },
      {
        type: 'serviceFee',
        direction: 'out',
        amountFen: 7998,
        formula: '平台服务费 = 货款¥3,999.00 × 2%（最低¥10.00，最高¥200.00）= ¥79.98',
      },
      { type: 'inspectionFee', direction: 'out', amountFen: 3000, formula: '质检费 = ¥30.00 × 1台 = ¥30.00' },
      { type: 'priceDifference', direction: 'out', amountFen: 5000, formula: '补差 ¥50.00' },
      {
        type: 'adjustment',
        direction: 'in',
        amountFen: 100,
        formula: '服务费退回 = 平台服务费¥79.98 × 退回¥50.00 ÷ 实付¥4,011.00',
      },
    ])
    expect(netFen).toBe(399_900 + 1200 - 7998 - 3000 - 5000 + 100)
  })

  test('charges the inspection of every unit of a lot', () => {
    const { rows } = settle({ dealFen: 399_900, freightIncomeFen: 0, rules: AUCTION, unitCount: 3 })
    expect(rows.find((row) => row.type === 'inspectionFee')?.amountFen).toBe(9000)
  })

  test('an adjustment goes either way', () => {
    const base = { dealFen: 100_000, freightIncomeFen: 0, rules: AUCTION }
    const plain = settle(base).netFen
    expect(settle({ ...base, adjustmentFen: 700 }).netFen).toBe(plain + 700)
    const against = settle({ ...base, adjustmentFen: -700 })
    expect(against.netFen).toBe(plain - 700)
    expect(against.rows.at(-1)).toMatchObject({ direction: 'out', amountFen: 700, formula: '调账 -¥7.00' })
  })

  test('rows sum to the net, none negative, none empty, each in a direction its type allows', () => {
    const amount = fc.integer({ min: 0, max: 9_999_999_900 })
    const input = fc.record({
      dealFen: amount,
      freightIncomeFen: amount,
      rules: fc.constantFrom(...Object.values(TABLE.channels)),
      unitCount: fc.integer({ min: 1, max: 50 }),
      priceDifferenceFen: amount,
      compensationFen: amount,
      refundFen: amount,
      freightCostFen: amount,
      adjustmentFen: fc.integer({ min: -9_999_999_900, max: 9_999_999_900 }),
    })
    fc.assert(
      fc.property(input, (given) => {
        const { rows, netFen } = settle(given)
        let incomeFen = 0
        let costFen = 0
        for (const row of rows) {
          expect(row.amountFen).toBeGreaterThan(0)
          const allowed = BILL_TYPES.find((type) => type.code === row.type)?.direction
          expect(['either', row.direction]).toContain(allowed)
          if (row.direction === 'in') incomeFen += row.amountFen
          else costFen += row.amountFen
        }
        expect(netFen).toBe(incomeFen - costFen)
        const { dealFen, rules, priceDifferenceFen, compensationFen, refundFen, freightCostFen } = given
        const feesFen =
          feeFen(dealFen, rules.service) + feeFen(dealFen, rules.payment) + rules.inspectionPerUnitFen * given.unitCount
        const correctionsFen = priceDifferenceFen + compensationFen + refundFen + freightCostFen
        const paidFen = dealFen + given.freightIncomeFen
        const returnedFen = feeReturnFen(feeFen(dealFen, rules.service), {
          repaidFen: priceDifferenceFen + refundFen,
          paidFen,
        })
        expect(netFen).toBe(paidFen - feesFen - correctionsFen + returnedFen + given.adjustmentFen)
      }),
    )
  })
})
