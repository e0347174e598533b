import * as z from 'zod'
import { defineColumns } from '../../columns/define-columns.ts'
import { codesOf } from '../../labels.ts'
import { fen, id, moment, version } from '../../shapes.ts'
import { EMPLOYEE_STATUS_LABELS } from './labels.ts'

export const employeeStatus = z.enum(codesOf(EMPLOYEE_STATUS_LABELS))

/** What can be done with an employee: 编辑 · 停用 · 启用 · 结束登录 · 要求重设密码 · 删除 */
export const employeeAction = z.enum(['edit', 'disable', 'enable', 'endSessions', 'requirePasswordReset', 'delete'])

/** An employee. The id is called `staffId` on the wire, because `employeeId` names the caller in every body. */
export const employeeRow = z.strictObject({
  staffId: id,
  name: z.string(),
  phone: z.string(),
  status: employeeStatus,
  isOwner: z.boolean(),
  /** True for the caller. */
  isSelf: z.boolean(),
  roles: z.array(z.strictObject({ roleId: id, name: z.string() })),
  /** The shops that the employee is bound to; null for all shops. Whoever is bound reads only their own among them. */
  shopIds: z.array(id).nullable(),
  lastSignInAt: moment.nullable(),
  /** How many sessions are live now. */
  sessionCount: z.int(),
  /** A new password is demanded before a password opens this merchant again. */
  mustResetPassword: z.boolean(),
  allowedActions: z.array(employeeAction),
  createdAt: moment,
  version,
})

/** What can be done with a role: 编辑 · 删除 */
export const roleAction = z.enum(['edit', 'delete'])

export const roleRow = z.strictObject({
  roleId: id,
  name: z.string(),
  /** The key of the trade's post that it was made from; null for one the merchant made. */
  presetKey: z.string().nullable(),
  /** True while it takes its grants from its preset, also those that a later version adds. */
  followsPreset: z.boolean(),
  /** 老板: it can be given and taken by its holders, but not be changed or removed. */
  isProtected: z.boolean(),
  /** How many actions it allows, each counted once; the pages that they stand on are not counted. */
  grantCount: z.int(),
  memberCount: z.int(),
  /** The most that one refund may come to, in fen; null is without a limit. */
  refundLimitFen: fen.nullable(),
  allowedActions: z.array(roleAction),
  version,
  updatedAt: moment,
})

export const employeeColumns = defineColumns(employeeRow, {
  name: { title: '姓名', kind: 'text' },
  phone: { title: '手机号', kind: 'code' },
  roles: { title: '角色', kind: 'names' },
  status: { title: '状态', kind: 'state', labels: EMPLOYEE_STATUS_LABELS },
  lastSignIn: { title: '最近登录', kind: 'moment', value: 'lastSignInAt' },
  sessions: { title: '登录中的设备', kind: 'count', value: 'sessionCount' },
  password: { title: '密码', kind: 'flags', labels: { mustResetPassword: '需重设密码' } },
  createdAt: { title: '添加时间', kind: 'moment', hidden: true },
})

export const roleColumns = defineColumns(roleRow, {
  name: { title: '角色', kind: 'text' },
  kind: { title: '来源', kind: 'flags', labels: { isProtected: '系统', followsPreset: '和模板一样' } },
  members: { title: '员工数', kind: 'count', value: 'memberCount' },
  grants: { title: '权限数', kind: 'count', value: 'grantCount' },
  limit: { title: '单笔退款额度', kind: 'money', value: 'refundLimitFen' },
  updatedAt: { title: '更新时间', kind: 'moment' },
})
