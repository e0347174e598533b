import { GROUPS } from '@huanji/contract/reference/for-screens'
import { expect, test } from 'vitest'
import { searchGroups } from './search-groups.ts'

const titles = (text: string, isOpenOnly: boolean) => searchGroups(GROUPS, text, isOpenOnly).map(({ title }) => title)

test('calls are found by title, path and group, and closed ones only when they are wanted', () => {
  expect(searchGroups(GROUPS, '/api/address/LIST', true)[0]?.calls.map(({ path }) => path)).toEqual([
    '/api/address/list',
  ])
  expect(titles('鱼市订单', true)).toContain('鱼市订单')
  expect(titles('登录设备', true)).toEqual([])
  expect(titles('登录设备', false)).toEqual(['登录设备'])
  expect(titles('没有这样的接口', false)).toEqual([])
  expect(searchGroups(GROUPS, '', false)).toEqual(GROUPS)
})
