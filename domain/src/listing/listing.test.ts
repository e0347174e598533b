import { describe, expect, it } from 'vitest'
import { checkPrice, type PriceQuestion, priceBand, questionOf, storageGb } from './price-rules.ts'
import { skuIdOf, skuPartsOf, storageOfSku } from './sku-id.ts'
import { missingOf, sellableOf, stockMove, surplusOf } from './stock.ts'

describe('a SKU id', () => {
  it.each([
    [{ ram: '', storage: '128GB', colour: '午夜色' }, '128GB/午夜色'],
    [{ ram: '12GB', storage: '256GB', colour: '黑/白' }, '12GB+256GB/黑/白'],
    [{ ram: '', storage: '128GB', colour: '' }, '128GB/'],
  ])('%j reads %s and back', (sku, id) => {
    expect(skuIdOf(sku)).toBe(id)
    expect(skuPartsOf(id)).toEqual(sku)
  })

  it('names the storage as the catalogue does', () => {
    expect(storageOfSku('12GB+256GB/黑色')).toBe('12GB+256GB')
    expect([storageGb('1TB/黑色'), storageGb('12GB+256GB/黑色'), storageGb('/黑色')]).toEqual([1024, 256, null])
  })
})

describe('stock', () => {
  it('shows what can be shipped, never less than none', () => {
    expect(sellableOf({ free: 5, reserved: 2 })).toBe(3)
    expect(sellableOf({ free: 1, reserved: 2 })).toBe(0)
    expect(missingOf({ free: 1, reserved: 3 })).toBe(2)
    expect(surplusOf({ free: 5, reserved: 2 })).toBe(3)
  })

  it('is lowered at once and raised with care', () => {
    expect([stockMove(3, 3), stockMove(3, 2), stockMove(2, 3)]).toEqual(['none', 'lower', 'raise'])
  })
})

const asked = (over: Partial<PriceQuestion>): PriceQuestion => ({
  modelId: 'm',
  skuId: '128GB/黑色',
  grade: '95',
  channel: 'curated',
  unitCount: 1,
  at: '2026-11-28T00:00:00.000Z',
  priceFen: 200_000,
  referenceFen: 200_000,
  oldPriceFen: null,
  costPriceFen: null,
  ...over,
})
const codes = (one: PriceQuestion, others: readonly PriceQuestion[] = []) =>
  checkPrice(one, others).map(({ code, level }) => `${code} ${level}`)

describe('the price rules', () => {
  it('defect: a price outside the band of an estimate was refused, whatever such phones really went for', () => {
    expect(priceBand(200_000)).toEqual({ lowFen: 140_000, highFen: 260_000 })
    expect(codes(asked({ priceFen: 140_000 }))).toEqual(['ALARM confirm'])
    expect(codes(asked({ priceFen: 139_900 }))).toEqual(['RANGE confirm', 'ALARM confirm'])
    expect(codes(asked({ priceFen: 260_100 }))).toEqual(['RANGE confirm'])
    expect(codes(asked({ priceFen: 260_100, channel: 'auction' }))).toEqual(['RANGE confirm'])
    expect(codes(asked({ priceFen: 1, referenceFen: null }))).toEqual([])
  })

  it('ask again more than 10 % below the reference and for a change of more than 30 %', () => {
    expect(codes(asked({ priceFen: 180_000 }))).toEqual([])
    expect(codes(asked({ priceFen: 179_900 }))).toEqual(['ALARM confirm'])
    expect(codes(asked({ oldPriceFen: 290_000 }))).toEqual(['ALARM confirm'])
    const [alarm] = checkPrice(asked({ priceFen: 179_900 }), [])
    expect(alarm?.message).toMatch(/1,799.*2,000/)
  })

  it('want a better grade no cheaper than a worse one', () => {
    const worse = asked({ grade: '90', priceFen: 210_000 })
    expect(codes(asked({}), [worse])).toEqual(['MONOTONIC_GRADE confirm'])
    expect(codes(worse, [asked({})])).toEqual(['MONOTONIC_GRADE confirm'])
    expect(codes(asked({ priceFen: 210_000 }), [worse])).toEqual([])
    expect(codes(asked({}), [{ ...worse, skuId: '256GB/黑色' }])).toEqual([])
  })

  it('defect: grades were named by their codes, and not as the screen does', () => {
    const [problem] = checkPrice(asked({}), [asked({ grade: '90', priceFen: 210_000 })])
    expect(problem?.message).toContain('9成新的¥2,100.00')
  })

  it('want more storage no cheaper than less', () => {
    const larger = asked({ skuId: '256GB/黑色', priceFen: 190_000 })
    expect(codes(asked({}), [larger])).toEqual(['MONOTONIC_STORAGE confirm'])
    expect(codes(asked({}), [{ ...larger, modelId: 'other' }])).toEqual([])
  })

  it('tell a price that loses', () => {
    expect(codes(asked({ costPriceFen: 210_000 }))).toEqual(['MARGIN confirm'])
  })

  it('defect: a price that the fees make a loss was no loss', () => {
    const [problem] = checkPrice(asked({ costPriceFen: 199_000 }), [])
    expect(problem?.message).toBe('会亏¥32.00：卖¥2,000.00，到手¥1,958.00，成本¥1,990.00')
    expect(codes(asked({ costPriceFen: 195_800 }))).toEqual([])
  })

  it('say each sentence once', () => {
    expect(questionOf(checkPrice(asked({ priceFen: 20_000 }), []))).toBe(
      '¥200.00比参考价¥2,000.00少90%，是不是少输了一位？',
    )
  })
})
