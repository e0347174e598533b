import * as z from 'zod'
import { defineColumns } from '../../columns/define-columns.ts'
import { codesOf } from '../../labels.ts'
import { id, moment, version } from '../../shapes.ts'
import { API_KEY_STATE_LABELS } from './labels.ts'

/** Whether a key opens anything: by itself, and through whoever made it. */
export const apiKeyState = z.enum(codesOf(API_KEY_STATE_LABELS))

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

export const apiKeyColumns = defineColumns(apiKeyRow, {
  name: { title: '名称', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: API_KEY_STATE_LABELS },
  hint: { title: '密钥开头', kind: 'code' },
  grants: { title: '权限数', kind: 'count', value: 'grantCount' },
  calls: { title: '今日调用', kind: 'count', value: 'callsToday' },
  refused: { title: '今日被拒', kind: 'count', value: 'refusedToday' },
  rate: { title: '每分钟上限', kind: 'count', value: 'ratePerMinute' },
  lastUsedAt: { title: '上次使用', kind: 'moment' },
  expiresAt: { title: '到期时间', kind: 'moment' },
  creator: { title: '创建人', kind: 'text', value: 'creatorName' },
  createdAt: { title: '创建时间', kind: 'moment', hidden: true },
})
