import { expect, it } from 'vitest'
import { compareNames } from './name-order.ts'

it('defect: the order of shops hung on the collation of the database', () => {
  const names = ['重庆二店', '北京店', 'Apple 店', '店10', '店9', '阿里店', '店9']
  expect(names.toSorted(compareNames)).toEqual(['阿里店', '北京店', '重庆二店', '店9', '店9', '店10', 'Apple 店'])
})
