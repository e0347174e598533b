import type { MenuNode } from '@huanji/contract/menu-tree'
import type { AuditRow, EmployeeRow, RoleInfo, RoleRow } from '../types.ts'

/** An answer of a list call with all its rows on one page, for tests. */
export const listOf = <Row>(list: readonly Row[]) => ({
  list,
  total: list.length,
  totalIsCapped: false,
  page: 1,
  pageSize: 20,
  nextCursor: null,
  previousCursor: null,
})

/** A valid id that is nobody's, for tests. */
export const testId = (number: number): string => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** A role of one's own making that nobody holds, for tests. */
export const ROLE: RoleRow = {
  roleId: testId(1),
  name: '夜班发货',
  presetKey: null,
  followsPreset: false,
  isProtected: false,
  grantCount: 32,
  memberCount: 0,
  refundLimitFen: 0,
  allowedActions: ['edit', 'delete'],
  version: 4,
  updatedAt: '2026-11-20T02:00:00.000Z',
}

export const OWNER_ROLE: RoleRow = {
  ...ROLE,
  roleId: testId(2),
  name: '老板',
  presetKey: 'owner',
  followsPreset: true,
  isProtected: true,
  grantCount: 120,
  memberCount: 1,
  refundLimitFen: null,
  allowedActions: [],
}

/** A shipping clerk who is signed in on one device, for tests. */
export const EMPLOYEE: EmployeeRow = {
  staffId: testId(11),
  name: '王小明',
  phone: '13800130021',
  status: 'active',
  isOwner: false,
  isSelf: false,
  roles: [{ roleId: ROLE.roleId, name: ROLE.name }],
  shopIds: null,
  lastSignInAt: '2026-11-20T03:00:00.000Z',
  sessionCount: 1,
  mustResetPassword: false,
  allowedActions: ['edit', 'disable', 'endSessions', 'requirePasswordReset', 'delete'],
  createdAt: '2026-11-01T03:00:00.000Z',
  version: 2,
}

/** The owner, who is the caller. */
export const SELF: EmployeeRow = {
  ...EMPLOYEE,
  staffId: testId(12),
  name: '陈老板',
  phone: '13800130020',
  isOwner: true,
  isSelf: true,
  allowedActions: ['edit'],
  roles: [{ roleId: OWNER_ROLE.roleId, name: OWNER_ROLE.name }],
}

/** Another owner, who is signed in, for tests. */
export const OTHER_OWNER: EmployeeRow = {
  ...EMPLOYEE,
  staffId: testId(14),
  name: '程远',
  phone: '13800130023',
  isOwner: true,
  roles: SELF.roles,
}

/** A small menu with a hidden page, an action on two pages and one that pays back, for tests. */
export const TREE: readonly MenuNode[] = [
  {
    title: '商品销售',
    path: '/sale',
    children: [
      {
        title: '订单',
        path: '/sale/order',
        children: [
          { title: '查看列表', interfaceId: '/order/list' },
          { title: '导出', interfaceId: '/export' },
        ],
      },
      { title: '订单详情', path: '/sale/order/detail', hidden: true, highlights: '/sale/order' },
      {
        title: '售后',
        path: '/sale/after-sale',
        children: [
          { title: '查看售后', interfaceId: '/refund/list' },
          { title: '导出', interfaceId: '/export' },
          { title: '同意退款', interfaceId: '/api/refund/v1/agree' },
        ],
      },
    ],
  },
  {
    title: '资金管理',
    path: '/capital',
    children: [{ title: '账单', path: '/capital/bill', children: [{ title: '查看账单', interfaceId: '/bill/list' }] }],
  },
]

export const ALL_GRANTS: readonly string[] = [
  '/sale',
  '/sale/order',
  '/order/list',
  '/export',
  '/sale/order/detail',
  '/sale/after-sale',
  '/refund/list',
  '/api/refund/v1/agree',
  '/capital',
  '/capital/bill',
  '/bill/list',
]

/** What the editor of a role that sees orders is given, for someone who holds everything. */
export const ROLE_INFO: RoleInfo = {
  role: { ...ROLE, grants: ['/sale', '/sale/order', '/order/list', '/sale/order/detail'] },
  tree: [...TREE],
  presets: [
    {
      key: 'service',
      name: '客服',
      grants: ['/sale', '/sale/after-sale', '/refund/list', '/api/refund/v1/agree'],
      refundLimitFen: 50_000,
    },
    { key: 'finance', name: '财务', grants: ['/capital', '/capital/bill', '/bill/list'], refundLimitFen: 0 },
  ],
  grantable: [...ALL_GRANTS],
  grantableLimitFen: null,
}

/** Someone was given another role, for tests. */
export const AUDIT: AuditRow = {
  sequence: 42,
  at: '2026-11-20T03:04:05.000Z',
  who: '陈老板',
  ip: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Safari/537.36',
  action: '/api/emp/edit',
  actionLabel: '修改员工',
  subject: 'employee',
  subjectLabel: '王小明',
  before: { 姓名: '王小明', 角色: '质检员' },
  after: { 姓名: '王小明', 角色: '店长' },
  requestId: 'req-0042',
}
