import * as z from 'zod'
import { id, moment, version } from '../../shapes.ts'

export const employeeStatus = z.enum(['active', 'disabled'])

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
