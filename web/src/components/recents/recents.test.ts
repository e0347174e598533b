import { afterEach, expect, test } from 'vitest'
import { recents, remember } from './recents.ts'

const at = (place: number) => ({
  title: `订单 ${place}`,
  subtitle: '一台手机',
  link: `/sale/order/detail?orderId=${place}`,
})

afterEach(() => localStorage.clear())

test('the latest stands first, once, and only so many are kept', () => {
  for (let place = 0; place < 15; place += 1) remember(at(place))
  remember(at(10))
  expect(recents().map(({ title }) => title)).toEqual(
    [10, 14, 13, 12, 11, 9, 8, 7, 6, 5, 4, 3].map((place) => `订单 ${place}`),
  )
})

test('each person has recents of their own', () => {
  localStorage.setItem('employeeId', 'one')
  remember(at(1))
  localStorage.setItem('employeeId', 'other')
  expect(recents()).toEqual([])
  remember(at(2))
  localStorage.setItem('employeeId', 'one')
  expect(recents()).toEqual([at(1)])
})

test('what somebody else put under the key is no reason to fail', () => {
  localStorage.setItem('recents ', '[{"title": 1}, null]')
  expect(recents()).toEqual([])
  localStorage.setItem('recents ', '{')
  expect(recents()).toEqual([])
})
