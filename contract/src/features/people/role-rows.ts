import * as z from 'zod'
import { fen, id, moment, version } from '../../shapes.ts'

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
