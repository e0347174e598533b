import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BRANDS, findModel, findStorage, MODELS, modelTitle, storageLabel, verifyCatalogue } from './models.ts'
import { launchPriceFen, referencePriceFen } from './reference-price.ts'
import { searchModels } from './search.ts'
import type { CatalogueModel } from './types.ts'

function modelOf(id: string): CatalogueModel {
  const model = findModel(id)
  if (!model) throw new Error(`no model ${id}`)
  return model
}

const IPHONE_13 = modelOf('apple-iphone-13')

describe('the catalogue', () => {
  test('has 60 sound models of 13 brands', () => {
    expect(MODELS).toHaveLength(60)
    expect(BRANDS).toHaveLength(13)
    expect(() => verifyCatalogue()).not.toThrow()
  })

  test('knows a model by its id only', () => {
    expect(findModel('apple-iphone-13')?.name).toBe('iPhone 13')
    expect(findModel('iPhone 13')).toBeNull()
  })

  test('says the brand once', () => {
    expect(modelTitle(IPHONE_13)).toBe('苹果 iPhone 13')
    expect(modelTitle(modelOf('oneplus-12'))).toBe('一加 12')
    expect(modelTitle(modelOf('redmagic-10-pro'))).toBe('红魔 10 Pro')
    expect(modelTitle(modelOf('vivo-x100'))).toBe('vivo X100')
  })

  test('colours of sister models are written out', () => {
    expect(modelOf('apple-iphone-16-pro-max').colours).toEqual(modelOf('apple-iphone-16-pro').colours)
  })

  test('variants are found by full label or storage', () => {
    const xiaomi = modelOf('xiaomi-14')
    expect(xiaomi.storages.map(storageLabel)).toEqual(['8GB+256GB', '12GB+256GB', '16GB+512GB', '16GB+1TB'])
    expect(findStorage(xiaomi, '12GB+256GB')).toEqual({ ram: '12GB', storage: '256GB' })
    expect(findStorage(xiaomi, '256GB')).toEqual({ ram: '8GB', storage: '256GB' })
    expect(findStorage(xiaomi, '2TB')).toBeNull()
  })

  test.each<[string, Partial<CatalogueModel>]>([
    ['not a slug', { id: 'iPhone 13' }],
    ['no storage variant', { storages: [] }],
    ['no colour', { colours: [] }],
    ['a colour stands twice', { colours: ['黑色', '黑色'] }],
    ['upside down', { launchPriceHighFen: 1 }],
    ['RAM belongs', { storages: [{ ram: '8GB', storage: '128GB' }] }],
    ['not 8 digits', { tacs: ['123'] }],
  ])('is refused when %s', (fault, change) => {
    expect(() => verifyCatalogue([{ ...IPHONE_13, ...change }])).toThrow(fault)
  })

  test('is refused with a model twice', () => {
    expect(() => verifyCatalogue([IPHONE_13, IPHONE_13])).toThrow('stands twice')
  })
})

describe('searching', () => {
  test.each([
    ['苹果13', 'apple-iphone-13'],
    ['iPhone 13', 'apple-iphone-13'],
    ['iphone13', 'apple-iphone-13'],
    ['APPLE IPHONE 13', 'apple-iphone-13'],
    ['13pm', 'apple-iphone-13-pro-max'],
    ['13 Pro Max', 'apple-iphone-13-pro-max'],
    ['A2634', 'apple-iphone-13'],
    ['aln-al00', 'huawei-mate-60-pro'],
    ['华为mate60pro', 'huawei-mate-60-pro'],
    ['mate 60', 'huawei-mate-60'],
    ['小米 14 ultra', 'xiaomi-14-ultra'],
    ['小米k70', 'redmi-k70'],
    ['三星s24u', 'samsung-galaxy-s24-ultra'],
    ['一加12', 'oneplus-12'],
    ['红魔10pro', 'redmagic-10-pro'],
    ['honor 200', 'honor-200'],
    ['ultra 小米', 'xiaomi-14-ultra'],
  ])('%s finds %s first', (query, id) => {
    expect(searchModels(query, 5)[0]?.id).toBe(id)
  })

  test('keeps the limit, newest first among equals', () => {
    const found = searchModels('iphone', 3)
    expect(found).toHaveLength(3)
    expect(found.every((model) => model.year === 2025)).toBe(true)
    expect(searchModels('苹果', 100)).toHaveLength(24)
  })

  test('finds nothing for nothing', () => {
    expect(searchModels('  ', 5)).toEqual([])
    expect(searchModels('冰箱', 5)).toEqual([])
    expect(searchModels('苹果', 0)).toEqual([])
  })

  test('knows a phone by its type allocation code or its whole IMEI', () => {
    const models = [{ ...IPHONE_13, tacs: ['49015420'] }]
    expect(searchModels('49015420', 5, models)).toHaveLength(1)
    expect(searchModels('IMEI: 490154203237518', 5, models)).toHaveLength(1)
    expect(searchModels('356938035643809', 5, models)).toEqual([])
  })
})

const launchOf = (model: CatalogueModel): number => {
  const [smallest] = model.storages
  return smallest ? launchPriceFen(model, smallest) : 0
}

describe('reference prices', () => {
  test('launch prices rise evenly with the variant', () => {
    expect(IPHONE_13.storages.map((variant) => launchPriceFen(IPHONE_13, variant))).toEqual([599_900, 729_900, 859_900])
  })

  test.each([
    // 5999 × 0.22 × 1.00 = 1319.78
    ['apple-iphone-13', '128GB', '99', '2026-11-20', 132_000],
    // 5999 × 0.22 × 0.88 = 1161.41
    ['apple-iphone-13', '128GB', '90', '2026-11-20', 116_000],
    // 1.218 years: 5999 × 0.62162 × 1.10 = 4101.98
    ['apple-iphone-17', '256GB', 'NEW', '2026-11-20', 410_000],
    // 3.390 years: 3999 × 0.22884 × 0.95 = 869.39
    ['xiaomi-14', '8GB+256GB', '95', '2026-11-20', 87_000],
    // the same age: 6499 × (0.22884 + 0.06) × 0.60 = 1126.32
    ['huawei-mate-60-pro', '12GB+256GB', '70', '2026-11-20', 113_000],
    // 2.390 years: 5499 × 0.32126 × 0.30 = 529.98: a Huawei, but neither Mate nor foldable
    ['huawei-pura-70', '12GB+256GB', 'E', '2026-11-20', 53_000],
    // three months: 9999 × 0.76263 = 7625.52
    ['apple-iphone-16-pro-max', '256GB', '99', '2024-12-01', 763_000],
    // not out yet by the month that is taken for its launch: 9999 × 0.80 = 7999.20
    ['apple-iphone-16-pro-max', '256GB', '99', '2024-08-31', 800_000],
  ] as const)('%s %s at %s on %s', (id, storage, grade, onDate, priceFen) => {
    expect(referencePriceFen(modelOf(id), storage, grade, onDate)).toBe(priceFen)
  })

  test('a unit that must not be listed, or a variant that never was, has no price', () => {
    expect(referencePriceFen(IPHONE_13, '128GB', 'X', '2026-11-20')).toBeNull()
    expect(referencePriceFen(IPHONE_13, '2TB', '99', '2026-11-20')).toBeNull()
  })

  test('defect: everything lost a tenth and more of its price on every 1 January', () => {
    const day = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 86_400_000).toISOString().slice(0, 10)
    fc.assert(
      fc.property(fc.constantFrom(...MODELS), fc.integer({ min: -800, max: 2_000 }), (model, index) => {
        const priceOn = (date: string) => referencePriceFen(model, model.storages[0]?.storage ?? '', '99', date) ?? 0
        const [before, after] = [priceOn(day(index)), priceOn(day(index + 1))]
        expect(after).toBeLessThanOrEqual(before)
        // a day's share of a year's fall, and the rounding to ten yuan
        expect(before - after).toBeLessThanOrEqual((launchOf(model) * 0.2) / 365 + 1_000)
      }),
    )
    expect(referencePriceFen(modelOf('apple-iphone-17-pro'), '256GB', '99', '2025-12-31')).toBe(
      referencePriceFen(modelOf('apple-iphone-17-pro'), '256GB', '99', '2026-01-01'),
    )
  })

  test('a worse grade never costs more', () => {
    const grades = ['NEW', '99', '95', '90', '80', '70', 'E'] as const
    for (const model of MODELS) {
      const prices = grades.map(
        (grade) => referencePriceFen(model, model.storages[0]?.storage ?? '', grade, '2026-11-20') ?? -1,
      )
      expect(prices).toEqual(prices.toSorted((a, b) => b - a))
      expect(Math.min(...prices)).toBeGreaterThan(0)
    }
  })
})
