import { expect, test } from 'vitest'
import { blindQuestion, priceErrors, priceOf, totalOf } from './new-price.ts'

test.each([
  [null, 0, '请输入新价', ''],
  [0, 0, '新价必须大于 0', ''],
  [260_000, null, '', '请输入运费，包邮填 0'],
  [1, 0, '', ''],
])('%s and %s', (priceFen, freightFen, price, freight) => {
  expect(priceErrors({ priceFen, freightFen })).toEqual({ price, freight })
  expect(priceOf({ priceFen, freightFen }) === null).toBe(price !== '' || freight !== '')
})

test('defect: a freight below nothing was sent, and refused without a word about the box', () => {
  expect(priceErrors({ priceFen: 260_000, freightFen: -1 })).toEqual({ price: '', freight: '运费不能小于 0' })
  expect(priceOf({ priceFen: 260_000, freightFen: -1 })).toBeNull()
})

test('where nobody here knows the price of now, the new one is asked about', () => {
  expect(blindQuestion({ priceFen: 26_990, freightFen: 0 })).toContain('买家应付将改为 ¥269.90')
  expect(totalOf({ priceFen: 260_000, freightFen: 1_200 })).toBe(261_200)
})
