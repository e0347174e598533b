import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Catalogue, numberOf } from './catalogue.ts'
import { findStorage, modelTitle, storageLabel } from './models.ts'
import { launchPriceFen, referencePriceFen } from './reference-price.ts'
import { releasedFiles } from './released.ts'
import { type FoundModel, modelsNamed, searchModels } from './search.ts'
import { readCatalogue } from './table.ts'
import { CATALOGUE, MODELS, modelOf } from './testing/models.ts'
import type { CatalogueModel } from './types.ts'

const IPHONE_13 = modelOf('apple-iphone-13')
const SEARCHED = { catalogues: [CATALOGUE] }
const PRICED = MODELS.filter((model) => model.launchPriceLowFen !== null && model.storages.length > 0)

const search = (query: string, limit: number): FoundModel[] => searchModels(query, limit, SEARCHED)
const firstOf = (query: string): string | undefined => search(query, 5)[0]?.model.id

describe('the catalogue', () => {
  test('holds 1,500 models and more, each right by itself and beside the others', () => {
    expect(readCatalogue(releasedFiles()).faults).toEqual([])
    expect(MODELS.length).toBeGreaterThanOrEqual(1500)
    const traded = MODELS.filter(({ storages, colours }) => storages.length > 0 && colours.length > 0)
    expect(traded.length).toBeGreaterThanOrEqual(600)
  })

  test('says of each fact where it comes from', () => {
    for (const model of MODELS) {
      const told = (['numbers', 'storages', 'colours'] as const).filter((fact) => model[fact].length > 0)
      for (const fact of told) expect(model.sources[fact], `${model.id} ${fact}`).toBeDefined()
    }
  })

  test('knows a model by its id only', () => {
    expect(CATALOGUE.find('apple-iphone-13')?.name).toBe('iPhone 13')
    expect(CATALOGUE.find('iPhone 13')).toBeNull()
  })

  test('says the brand once', () => {
    expect(modelTitle(IPHONE_13)).toBe('苹果 iPhone 13')
    expect(modelTitle(modelOf('oneplus-12'))).toBe('一加 12')
    expect(modelTitle(modelOf('redmagic-10-pro'))).toBe('红魔 10 Pro')
    expect(modelTitle(modelOf('vivo-x100'))).toBe('vivo X100')
  })

  test('variants are found by full label or storage', () => {
    const xiaomi = modelOf('xiaomi-14')
    expect(xiaomi.storages.map(storageLabel)).toEqual(['8GB+256GB', '12GB+256GB', '16GB+512GB', '16GB+1TB'])
    expect(findStorage(xiaomi, '12GB+256GB')).toEqual({ ram: '12GB', storage: '256GB' })
    expect(findStorage(xiaomi, '256GB')).toEqual({ ram: '8GB', storage: '256GB' })
    expect(findStorage(xiaomi, '2TB')).toBeNull()
  })
})

const HEAD = 'id,brand,name,released,numbers,storages,colours,features,aliases,price,sources,note'
const ROW = {
  id: 'meizu-99',
  brand: '魅族',
  name: '99',
  released: '2026-03',
  numbers: 'M991Q; M992Q(移动)',
  storages: '8GB+128GB; 12GB+256GB',
  colours: '白色; 黑色?',
  features: 'nfc; -foldable; infrared?',
  aliases: '',
  price: '2999-3499',
  sources: 'numbers=list:1 storages=own:2 colours=own:3',
  note: '',
}
const lineOf = (change: Partial<typeof ROW> = {}) =>
  Object.values({ ...ROW, ...change })
    .map((cell) => `"${cell}"`)
    .join(',')
const readRows = (...lines: string[]) => readCatalogue([{ name: 'meizu.csv', text: [HEAD, ...lines, ''].join('\n') }])

describe('a file of models', () => {
  test('is read row by row, what is unsure and what nobody knows told apart', () => {
    const [model] = readRows(lineOf()).models
    expect(model).toMatchObject({
      regulatoryNos: ['M991Q', 'M992Q'],
      storages: [
        { ram: '8GB', storage: '128GB' },
        { ram: '12GB', storage: '256GB' },
      ],
      colours: ['白色', '黑色'],
      features: ['nfc'],
      lacks: ['foldable'],
      launchPriceLowFen: 299_900,
      year: 2026,
      sources: { colours: { source: 'own', level: 3 } },
    })
    expect(model && numberOf(model, 'm992q')).toMatchObject({ network: '移动', isShared: false, isSure: true })
  })

  test.each<[string, Partial<typeof ROW>]>([
    ['编号“Meizu 99”', { id: 'Meizu 99' }],
    ['缺少品牌或名称', { name: '' }],
    ['上市时间“去年”', { released: '去年' }],
    ['型号“（移动）”', { numbers: '（移动）' }],
    ['容量“256”', { storages: '256' }],
    ['容量“128GB”缺少运行内存', { storages: '128GB' }],
    ['苹果的容量不写运行内存', { brand: '苹果' }],
    ['颜色“白色”写了两次', { colours: '白色; 白色' }],
    ['不认识的功能“fly”', { features: 'fly' }],
    ['发布价“4999-2999”', { price: '4999-2999' }],
    ['来源“someone”', { sources: 'someone' }],
  ])('with a row that cannot be right is refused with it: %s', (words, change) => {
    const { faults } = readRows(lineOf({ id: 'meizu-98', name: '98', numbers: 'M981Q' }), lineOf(change))
    expect(faults).toEqual([{ file: 'meizu.csv', line: 3, message: expect.stringContaining(words) }])
  })

  test('a number at two models is told, unless both say that they share it', () => {
    const other = { id: 'meizu-99-pro', name: '99 Pro' }
    expect(readRows(lineOf(), lineOf({ ...other, numbers: 'M991Q' })).faults).toEqual([
      { file: 'meizu.csv', line: 3, message: '型号 M991Q 同时是 99（meizu.csv 第2行）的，两行都要注明“共用”' },
    ])
    const shared = { numbers: 'M991Q(共用)' }
    expect(readRows(lineOf(shared), lineOf({ ...other, ...shared })).faults).toEqual([])
  })

  test('a model at two places, or a column too few, is told', () => {
    expect(readRows(lineOf(), lineOf({ numbers: 'M999' })).faults.map(({ message }) => message)).toEqual([
      '编号 meizu-99 已在 meizu.csv 第2行',
      '魅族 99 已在 meizu.csv 第2行',
    ])
    const [fault] = readCatalogue([{ name: 'a.csv', text: 'id,brand,name\n' }]).faults
    expect(fault?.message).toContain('缺少列 released、numbers')
  })
})

describe('searching', () => {
  test.each([
    ['苹果13', 'apple-iphone-13'],
    ['iPhone 13', 'apple-iphone-13'],
    ['iphone13', 'apple-iphone-13'],
    ['APPLE IPHONE 13', 'apple-iphone-13'],
    ['ｉＰｈｏｎｅ　１３', 'apple-iphone-13'],
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
    ['ultra 小米 14', 'xiaomi-14-ultra'],
    ['pingguo 13', 'apple-iphone-13'],
    ['苹果 14 pro 256', 'apple-iphone-14-pro'],
    ['14pro暗紫256g', 'apple-iphone-14-pro'],
    ['iPhone 13 128G 国行 午夜色', 'apple-iphone-13'],
    ['小米14 12+256 黑色', 'xiaomi-14'],
  ])('%s finds %s first', (query, id) => expect(firstOf(query)).toBe(id))

  test('keeps the limit, newest first among equals', () => {
    const found = search('iphone', 3)
    expect(found).toHaveLength(3)
    expect(found.every(({ model }) => model.year === 2026)).toBe(true)
    expect(search('苹果', 100).length).toBeGreaterThan(40)
  })

  test('finds nothing for nothing', () => {
    expect(search('  ', 5)).toEqual([])
    expect(search('冰箱', 5)).toEqual([])
    expect(search('苹果', 0)).toEqual([])
  })

  test('of several models that a text names, the one that the merchant has seen more often comes first', () => {
    const named = (seen?: string) =>
      searchModels('17', 4, { ...SEARCHED, seen: (id) => (id === seen ? 5 : 0) })
        .filter(({ isNamed }) => isNamed)
        .map(({ model }) => model.id)
    expect(named()).toEqual(expect.arrayContaining(['apple-iphone-17', 'xiaomi-17']))
    expect(named('xiaomi-17')[0]).toBe('xiaomi-17')
    expect(named('apple-iphone-17')[0]).toBe('apple-iphone-17')
  })

  test('defect: a number that several phones bear named one of them as if it were sure', () => {
    const ids = modelsNamed('NX789J', SEARCHED).map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(4)
    expect(ids).toContain('redmagic-10-pro')
    expect(modelsNamed('MNA-AL00', SEARCHED)).toHaveLength(2)
  })

  test('defect: a model that the catalogue lacks was answered by its neighbour without a word', () => {
    const without = new Catalogue(
      'x',
      MODELS.filter(({ id }) => id !== 'huawei-p60'),
    )
    const found = searchModels('p60', 5, { catalogues: [without] })
    expect(found.filter(({ isNamed }) => isNamed)).toEqual([])
    expect(found.map(({ model }) => model.id)).toContain('huawei-p60-pro')
    expect(firstOf('p60')).toBe('huawei-p60')
  })

  test('numbers one letter apart are never crossed', () => {
    const idsOf = (no: string) => modelsNamed(no, SEARCHED).map(({ id }) => id)
    expect(idsOf('LNA-AL00')).toEqual(['huawei-p60'])
    expect(idsOf('LNA-AN00')).not.toContain('huawei-p60')
    expect(idsOf('PLR110')).not.toEqual(idsOf('PLR-AL00'))
    for (const no of ['LNA-AN99', 'PLR111', 'A9999']) expect(idsOf(no)).toEqual([])
  })
})

const launchOf = (model: CatalogueModel): number => {
  const [smallest] = model.storages
  return (smallest && launchPriceFen(model, smallest)) ?? 0
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
      fc.property(fc.constantFrom(...PRICED), fc.integer({ min: -800, max: 2_000 }), (model, index) => {
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
    for (const model of PRICED) {
      const prices = grades.map(
        (grade) => referencePriceFen(model, model.storages[0]?.storage ?? '', grade, '2026-11-20') ?? -1,
      )
      expect(prices).toEqual(prices.toSorted((a, b) => b - a))
      expect(Math.min(...prices)).toBeGreaterThan(0)
    }
  })
})
