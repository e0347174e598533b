import { expect, test } from 'vitest'
import { roleMeans } from './role-means.ts'

test('defect: whoever handed a shop over was told that money was out of reach of a role that pays back without a limit', () => {
  expect(roleMeans({ grants: ['/api/bill/v1/list'], refundLimitFen: null })).toBe(
    '还能看账单、退款（单笔不限），不能管员工、改角色权限',
  )
  expect(roleMeans({ grants: [], refundLimitFen: 0 })).toBe('不能看账单、管员工、改角色权限、退款')
  expect(roleMeans({ grants: ['/api/emp/edit'], refundLimitFen: 50_000 })).toContain('退款（单笔至多¥500.00）')
})
