import { findModel, MODELS } from '@huanji/domain/catalogue/models'
import { MARKET_MODELS } from '@huanji/marketplace/sandbox/market-models'
import { describe, expect, it } from 'vitest'
import { holdsQuery, isSameModel, likeness } from './model-names.ts'

/** The models that the dictionary lacks, or calls something that no rule can guess. */
const NOT_FOUND = ['huawei-mate-x6', 'xiaomi-17-pro-max', 'redmagic-10-pro']

describe('a model of the catalogue among those of the marketplace', () => {
  it.each(MODELS.map((model) => [model.id, model] as const))('%s is found by its name alone', (id, model) => {
    const same = MARKET_MODELS.filter((spu) => isSameModel(spu, model))
    expect(same.map((spu) => spu.model?.id)).toEqual(NOT_FOUND.includes(id) ? [] : [id])
  })

  it('none is two models of the catalogue', () => {
    const doubles = MARKET_MODELS.filter((spu) => MODELS.filter((model) => isSameModel(spu, model)).length > 1)
    expect(doubles).toEqual([])
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
