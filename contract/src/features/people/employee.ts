import * as z from 'zod'
import { read, write } from '../../call.ts'
import {
  countedBy,
  id,
  listOf,
  nameText,
  nothing,
  oneOrMany,
  optionCounts,
  paging,
  stateCounts,
  text,
  version,
} from '../../shapes.ts'
import { phone } from '../auth/calls.ts'
import { employeeRow, employeeStatus } from './rows.ts'

const NOBODY = '01890000-0000-7000-8000-000000000000'

const staffId = { staffId: id }

/** The calls of employees (docs/specification.md §7). */
export const employee = {
  list: read({
    path: '/api/emp/list',
    title: '员工列表',
    live: ['people'],
    input: z.strictObject({
      ...paging,
      keyword: text(20).optional(),
      status: employeeStatus.optional(),
      roleId: oneOrMany(id).optional(),
      ...countedBy(['roleId']),
    }),
    output: listOf(employeeRow).extend({ counts: stateCounts, ...optionCounts }),
    ids: ['roleId'],
    example: {},
  }),
  info: read({
    path: '/api/emp/info',
    title: '员工详情',
    access: { anyOf: ['/api/emp/list'] },
    input: z.strictObject(staffId),
    output: employeeRow,
    refusals: ['NOT_FOUND'],
    ids: ['staffId'],
    example: { staffId: NOBODY },
  }),
  edit: write({
    path: '/api/emp/edit',
    title: '添加、编辑员工',
    /**
     * Without `staffId` an employee is added, and `phone` is needed; with it, `version` names the one that was edited and
     * the phone stays as it is. A change of roles ends the employee's sessions. Giving and taking 老板 uses up a proof
     * (`ownSessions.prove`) of the last five minutes, and every owner is told. `shopIds` binds the employee to shops, from
     * the next call on: null or none are all shops; left out, they stay, and of somebody new they are the caller's own.
     */
    input: z.strictObject({
      staffId: id.optional(),
      version: version.optional(),
      name: nameText(20),
      phone: phone.optional(),
      roleIds: z.array(id).min(1, '请至少选择一个角色').max(20),
      shopIds: z.array(id).max(100, '最多选100个店铺').nullable().optional(),
    }),
    output: z.strictObject({ ...staffId, version }),
    refusals: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'PHONE_REQUIRED',
      'PHONE_FIXED',
      'EMPLOYEE_EXISTS',
      'GRANT_NOT_HELD',
      'REFUND_LIMIT_NOT_HELD',
      'EMPLOYEE_ABOVE_YOU',
      'LAST_OWNER',
      'OWNER_PROOF_NEEDED',
      'SHOPS_NOT_HELD',
      'OWNER_HAS_ALL_SHOPS',
    ],
    ids: ['staffId', 'roleIds', 'shopIds'],
    audit: '修改员工',
    example: { name: '示例员工', phone: '13800138099', roleIds: [NOBODY] },
  }),
  del: write({
    path: '/api/emp/del',
    title: '删除员工',
    /**
     * The employee disappears and all sessions end; what the employee did stays recorded, and the phone can be added again.
     * For an owner it uses up a proof (`ownSessions.prove`), and every owner is told.
     */
    input: z.strictObject(staffId),
    output: nothing,
    refusals: ['NOT_FOUND', 'SELF_CHANGE', 'LAST_OWNER', 'EMPLOYEE_ABOVE_YOU', 'OWNER_PROOF_NEEDED'],
    ids: ['staffId'],
    audit: '删除员工',
    example: { staffId: NOBODY },
  }),
  updateStatus: write({
    path: '/api/emp/updateStatus',
    title: '启用、停用员工',
    /**
     * Disabling ends all of the employee's sessions at once. For an owner either uses up a proof (`ownSessions.prove`), and
     * every owner is told.
     */
    input: z.strictObject({ ...staffId, status: employeeStatus }),
    output: z.strictObject({ version }),
    refusals: ['NOT_FOUND', 'SELF_CHANGE', 'LAST_OWNER', 'EMPLOYEE_ABOVE_YOU', 'OWNER_PROOF_NEEDED'],
    ids: ['staffId'],
    audit: '启用、停用员工',
    example: { staffId: NOBODY, status: 'disabled' },
  }),
} as const

/** The merchants that the phone which is signed in works for (docs/specification.md §7). */
export const adminEmployee = {
  mchOptions: read({
    path: '/admin/employee/mchOptions',
    title: '可切换的商家',
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({
      options: z.array(
        z.strictObject({
          /** The merchant's id. */
          value: id,
          /** The merchant's name. */
          label: z.string(),
          employeeName: z.string(),
          isCurrent: z.boolean(),
        }),
      ),
    }),
    example: {},
  }),
} as const

/** Beyond the specification: what a merchant can do about an employee's ways in. */
export const employeeSignIn = {
  requirePasswordReset: write({
    path: '/api/ext/emp/requirePasswordReset',
    title: '要求重设密码',
    /**
     * The password belongs to the phone, which may work for others too, so a merchant cannot set it: the sessions here
     * end, and a password opens this merchant again only once it is a new one. Codes keep working.
     */
    input: z.strictObject(staffId),
    output: nothing,
    refusals: ['NOT_FOUND', 'SELF_CHANGE', 'EMPLOYEE_ABOVE_YOU'],
    ids: ['staffId'],
    audit: '要求重设密码',
    example: { staffId: NOBODY },
  }),
  endSessions: write({
    path: '/api/ext/emp/endSessions',
    title: '结束员工登录',
    input: z.strictObject(staffId),
    output: z.strictObject({ ended: z.int() }),
    refusals: ['NOT_FOUND', 'EMPLOYEE_ABOVE_YOU'],
    ids: ['staffId'],
    audit: '结束登录',
    example: { staffId: NOBODY },
  }),
} as const
