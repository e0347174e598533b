import * as z from 'zod'
import { id, moment, version } from '../../shapes.ts'

/** Whether a key opens anything: by itself, and through whoever made it. */
export const apiKeyState = z.enum(['active', 'suspended', 'expired', 'revoked'])

/** What can be done with a key: 编辑 · 更换 · 停用 */
export const apiKeyAction = z.enum(['edit', 'rotate', 'revoke'])

export const apiKeyRow = z.strictObject({
  keyId: id,
  name: z.string(),
  /** What the secret begins with: enough to know it again by. */
  hint: z.string(),
  state: apiKeyState,
  /** Who made it: what this person may not do, the key may not either. */
  creatorName: z.string(),
  /** How many actions and fields it was given. */
  grantCount: z.int(),
  ratePerMinute: z.int(),
  /** Addresses and networks that may use it; any, when there are none. */
  places: z.array(z.string()),
  /** Null while it is good until it is stopped. */
  expiresAt: moment.nullable(),
  /** To the minute or so; null before its first call. */
  lastUsedAt: moment.nullable(),
  lastUsedIp: z.string(),
  /** Calls of the day in Asia/Shanghai so far, and how many of them were refused. */
  callsToday: z.int(),
  refusedToday: z.int(),
  createdAt: moment,
  allowedActions: z.array(apiKeyAction),
  version,
})
