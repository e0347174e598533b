import { expect, test } from 'vitest'
import { alarmOf, priceErrors, priceOf, totalOf } from './new-price.ts'

const OLD = { priceFen: 269_900, freightFen: 0 }

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

test('a digit too few or too many is asked about with both numbers', () => {
  expect(alarmOf(OLD, { priceFen: 26_990, freightFen: 0 })).toBe(
    '买家应付从 ¥2,699.00 改为 ¥269.90，降价 90%。请核对没有多输或少输一位。',
  )
  expect(alarmOf(OLD, { priceFen: 260_000, freightFen: 1_200 })).toBeNull()
  expect(alarmOf(OLD, { priceFen: 350_000, freightFen: 1_000 })).toContain('涨价 30%')
  // asked about is more than 30 %, as with the prices of goods
  expect(alarmOf({ priceFen: 100_000, freightFen: 0 }, { priceFen: 70_000, freightFen: 0 })).toBeNull()
  expect(totalOf({ priceFen: 260_000, freightFen: 1_200 })).toBe(261_200)
})
