import { expect, test } from 'vitest'
import { grantTree } from '../../people/grant-tree.ts'
import { ALL_GRANTS, OWNER_ROLE, ROLE, ROLE_INFO } from '../../people/testing/rows.ts'
import type { RoleInfo } from '../../people/types.ts'
import { cappedLimit, fillFrom, paysBack, presetOf, readOnlyReason, startValues } from './role-start.ts'

const tree = grantTree(ROLE_INFO.tree)
const AGREE = '/api/refund/v1/agree'
const clerk: RoleInfo = {
  ...ROLE_INFO,
  grantable: ALL_GRANTS.filter((grant) => grant !== AGREE),
  grantableLimitFen: 20_000,
}

test.each([
  [50_000, null, 50_000],
  [null, null, null],
  [null, 20_000, 20_000],
  [50_000, 20_000, 20_000],
  [10_000, 20_000, 10_000],
])('a limit of %s within %s is %s', (limitFen, maxFen, expected) => {
  expect(cappedLimit(limitFen, maxFen)).toBe(expected)
})

test('a post fills what the editor may give, and a limit only where something pays back', () => {
  const [service] = ROLE_INFO.presets
  if (!service) throw new Error('no post')
  expect(fillFrom(tree, ROLE_INFO, service)).toEqual({
    grants: ['/sale', '/sale/after-sale', '/refund/list', AGREE],
    refundLimitFen: 50_000,
    leftOutCount: 0,
  })
  expect(fillFrom(tree, clerk, service)).toEqual({
    grants: ['/sale', '/sale/after-sale', '/refund/list'],
    refundLimitFen: 0,
    leftOutCount: 1,
  })
  const capped = fillFrom(tree, { ...clerk, grantable: [...ALL_GRANTS] }, service)
  expect(capped.refundLimitFen).toBe(20_000)
})

test('a post is known again by its grants and its limit', () => {
  const grants = ['/sale', '/sale/after-sale', '/refund/list', AGREE]
  expect(presetOf(tree, ROLE_INFO, grants, 50_000)?.key).toBe('service')
  expect(presetOf(tree, ROLE_INFO, grants, 40_000)).toBeNull()
  expect(presetOf(tree, ROLE_INFO, grants.slice(1), 50_000)).toBeNull()
  expect(presetOf(tree, ROLE_INFO, ['/capital', '/capital/bill', '/bill/list'], 7)?.key).toBe('finance')
})

test('a copy is a new role with a name that fits, an edit names its version', () => {
  const long = {
    ...ROLE_INFO,
    role: { ...ROLE, name: '一二三四五六七八九十一二三四五六七八九十', grants: [...ALL_GRANTS], refundLimitFen: 9 },
  }
  const copy = startValues(tree, long, 'copy')
  expect(copy).toEqual({ name: '一二三四五六七八九十一二三四五六七 副本', grants: ALL_GRANTS, refundLimitFen: 9 })
  expect(copy.name).toHaveLength(20)
  expect(startValues(tree, ROLE_INFO, 'edit')).toMatchObject({ roleId: ROLE.roleId, version: 4, name: '夜班发货' })
  expect(startValues(tree, { ...ROLE_INFO, role: null }, 'new')).toEqual({ name: '', grants: [], refundLimitFen: 0 })
})

test('grants that the menu does not know any more are not sent back', () => {
  const old = { ...ROLE_INFO, role: { ...ROLE, grants: ['/sale', '/gone'] } }
  expect(startValues(tree, old, 'edit').grants).toEqual(['/sale'])
})

test('only what lies within one’s own rights can be edited', () => {
  const withRole = (info: RoleInfo, role: Partial<typeof ROLE & { grants: string[] }>): RoleInfo => ({
    ...info,
    role: { ...ROLE, grants: ['/sale'], ...role },
  })
  expect(readOnlyReason(withRole(clerk, {}), 'edit', true)).toBeNull()
  expect(readOnlyReason(withRole(clerk, {}), 'edit', false)).toContain('仅供查看')
  expect(readOnlyReason(withRole(clerk, { grants: [AGREE] }), 'edit', true)).toContain('您没有的权限')
  expect(readOnlyReason(withRole(clerk, { refundLimitFen: 30_000 }), 'edit', true)).toContain('您没有的权限')
  expect(readOnlyReason(withRole(clerk, { refundLimitFen: null }), 'edit', true)).toContain('您没有的权限')
  expect(readOnlyReason(withRole(ROLE_INFO, OWNER_ROLE), 'edit', true)).toContain('系统角色')
  expect(readOnlyReason(withRole(clerk, { grants: [AGREE] }), 'copy', true)).toBeNull()
})

test('money is paid back by three actions only', () => {
  expect(paysBack(['/refund/list'])).toBe(false)
  expect(paysBack(['/refund/list', AGREE])).toBe(true)
})
