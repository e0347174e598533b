import { describe, expect, test } from 'vitest'
import { capacityFault, capacityOf, skuOf, sortedCapacities, valuesOfText } from './model-values.ts'

const BRANDS = ['华为', '苹果', 'OPPO', '小米', '红米', 'vivo', 'iQOO', '一加', '三星', '魅族', '努比亚/红魔']
const read = (text: string) => valuesOfText(text, BRANDS).values

describe('what is told apart in a text that names no model', () => {
  test.each([
    ['魅族20', { brand: '魅族', name: '20' }],
    ['meizu 20 pro', { brand: '魅族', name: '20 pro' }],
    ['iPhone 19 Pro', { brand: '苹果', name: 'iPhone 19 Pro', likeModelId: 'apple-iphone-17' }],
    ['mix flip 3', { brand: '', name: 'mix flip 3' }],
    ['红魔12', { brand: '努比亚/红魔', name: '红魔12' }],
    ['某牌 X1', { brand: '', name: '某牌 X1', likeModelId: 'xiaomi-14' }],
    ['', { brand: '', name: '', numbers: [], storages: [], colours: [] }],
  ])('brand and name of %s', (text, values) => {
    expect(read(text)).toMatchObject(values)
  })

  test.each([
    ['A2634'],
    ['ALN-AL00'],
    ['V2324A'],
    ['PLR110'],
    ['NX789J'],
    ['2210132C'],
    ['SM-S9280'],
    ['M381Q'],
    ['RMX3800'],
  ])('the number %s', (text) => {
    expect(read(text.toLowerCase())).toMatchObject({ numbers: [text], name: '', brand: '' })
  })

  test.each(['x100s', 'mate60', 'reno12', 'note13', 'k70', 's23u', 'gt5', 'fold5', 'magic6'])(
    '%s is a name',
    (text) => {
      expect(read(text)).toMatchObject({ numbers: [], name: text })
    },
  )

  test('capacity and colour', () => {
    expect(read('魅族20 12+256 黑')).toMatchObject({ name: '20', storages: ['12GB+256GB'], colours: ['黑色'] })
    expect(read('iPhone 19 256G 沙漠色')).toMatchObject({ storages: ['256GB'], colours: ['沙漠色'] })
    // without its RAM it is none of the model's capacities, but the phone's storage all the same
    expect(valuesOfText('魅族20 256G', BRANDS)).toMatchObject({ values: { storages: [] }, sku: { storage: '256GB' } })
  })

  test('a part number says the brand and a phone’s own code nothing', () => {
    expect(read('1PMWN72CH/A')).toMatchObject({ brand: '苹果', name: '', numbers: [] })
    expect(read('490154203237518')).toMatchObject({ brand: '', name: '', numbers: [] })
  })
})

describe('capacities', () => {
  test.each([
    ['8+256', '小米', '8GB+256GB'],
    ['12g/1t', '小米', '12GB+1TB'],
    ['128', '苹果', '128GB'],
    ['256', '小米', '256'],
    ['8+256', '苹果', '8+256'],
    ['13+256', '小米', '13+256'],
  ])('%s of %s is kept as %s', (text, brand, kept) => {
    expect(capacityOf(text, brand)).toBe(kept)
    expect(capacityFault(kept, brand) === '').toBe(/B$/.test(kept))
  })

  test('stand from the smallest to the largest', () => {
    const sorted = ['8GB+128GB', '8GB+256GB', '12GB+256GB', '16GB+1TB']
    expect(sortedCapacities(sorted.toReversed())).toEqual(sorted)
  })
})

test('of a model that comes in one way only, the phone at hand is that one', () => {
  const facts = { brand: '魅族', name: '20', numbers: ['M381Q'], colours: ['黑色', '白色'], likeModelId: 'xiaomi-14' }
  expect(skuOf({ ...facts, storages: ['12GB+256GB'] }, {})).toEqual({
    ram: '12GB',
    storage: '256GB',
    regulatoryNo: 'M381Q',
  })
  expect(skuOf({ ...facts, storages: [] }, { storage: '256GB' })).toEqual({ storage: '256GB', regulatoryNo: 'M381Q' })
  expect(skuOf({ ...facts, numbers: [], storages: ['8GB+128GB', '8GB+256GB'] }, { storage: '256GB' })).toEqual({})
})
