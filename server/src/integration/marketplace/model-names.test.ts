import { findModel, MODELS } from '@huanji/domain/catalogue/testing/models'
import { marketDictionary } from '@huanji/marketplace/sandbox/market-models'
import { describe, expect, it } from 'vitest'
import { holdsQuery, isSameModel, likeness, mayListBrand } from './model-names.ts'

/** What the marketplace's models of the brands that may have a model are found as, by the catalogue's model. */
function foundByName(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const byBrand = Map.groupBy(marketDictionary().models, ({ brand }) => brand)
  for (const model of MODELS) {
    const spus = [...byBrand].flatMap(([brand, all]) => (mayListBrand(brand, model.brand) ? all : []))
    found.set(
      model.id,
      spus.filter((spu) => isSameModel(spu, model)).map((spu) => spu.model?.id ?? spu.name),
    )
  }
  return found
}

describe('a model of the catalogue among those of the marketplace', () => {
  it('is found by its name alone or not at all, and never as another one', () => {
    const found = foundByName()
    const wrong = [...found].filter(([id, spus]) => spus.some((spu) => spu !== id))
    expect(wrong).toEqual([])
    // the stand-in lacks a tenth of them and calls a third otherwise
    const share = [...found.values()].filter((spus) => spus.length === 1).length / found.size
    expect(share).toBeGreaterThan(0.5)
    expect(share).toBeLessThan(0.65)
    for (const id of ['huawei-mate-x6', 'xiaomi-17-pro-max', 'redmagic-10-pro']) expect(found.get(id)).toEqual([])
    expect(found.get('apple-iphone-13')).toEqual(['apple-iphone-13'])
  })

  it.each([
    ['apple-iphone-13', 'Apple/苹果', '苹果 iPhone 13', true],
    ['apple-iphone-13', '苹果', 'Apple iPhone　１３', true],
    ['apple-iphone-13', 'Apple/苹果', 'iPhone13Pro', false],
    ['xiaomi-14', '小米', '小米14', true],
    ['xiaomi-14', 'Xiaomi/小米', 'Mi 14', true],
    ['xiaomi-13', 'Xiaomi/小米', 'Redmi 13', false],
    ['xiaomi-13', 'Apple/苹果', '小米13', false],
    ['redmi-k70', 'Xiaomi/小米', 'Redmi K70', true],
    ['redmi-k70', 'Xiaomi/小米', 'K70', false],
    ['honor-200', 'HUAWEI/华为', '荣耀 200', true],
    ['samsung-galaxy-s25', '三星', 'Galaxy S25+', false],
    ['vivo-x100', 'vivo', 'X100 5G', true],
    ['motorola-razr-50', '摩托罗拉', 'moto razr50', true],
  ])('%s and %s %s: %s', (id, brand, name, isSame) => {
    expect(isSameModel({ brand, name }, findModel(id) ?? { brand: '', name: '' })).toBe(isSame)
  })

  it('is like its near relations, and a query is found with or without the brand', () => {
    const model = findModel('apple-iphone-13') ?? { brand: '', name: '' }
    const [near, far] = ['iPhone13 mini', 'iPhone XS'].map((name) => ({ brand: 'Apple/苹果', name }))
    if (!near || !far) throw new Error('two were named')
    expect(likeness(near, model)).toBeGreaterThan(likeness(far, model))
    expect([
      holdsQuery(near, '苹果iphone 13'),
      holdsQuery(near, '13mini'),
      holdsQuery(near, '14'),
      holdsQuery(near, ''),
    ]).toEqual([true, true, false, false])
  })
})
