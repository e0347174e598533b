import * as z from 'zod'
import { read, write } from '../../call.ts'
import { id, moment, nameText, nothing, version } from '../../shapes.ts'
import { noticeKind } from '../notice/calls.ts'

const NO_ID = '01890000-0000-7000-8000-000000000000'
const URL_CHARACTERS = 500
export const ENDPOINTS_MAX = 5

/** What is one person's own is no other system's. */
const toldKind = noticeKind.exclude(['exportFinished'])

const MANAGING = { anyOf: ['/api/ext/webhook/save'] }
const READING = { anyOf: ['/api/ext/webhook/list'] }

const url = z
  .string()
  .trim()
  .max(URL_CHARACTERS)
  .regex(/^https?:\/\/[^\s]+$/, '应为以 https:// 开头的地址')

/** 启用 · 停用 by a person · 已停止 by the system */
export const endpointState = z.enum(['enabled', 'disabled', 'stopped'])

export const webhookEndpoint = z.strictObject({
  endpointId: id,
  name: z.string(),
  url: z.string(),
  kinds: z.array(noticeKind),
  state: endpointState,
  /** Why the system stopped it. */
  reason: z.string(),
  /** Whose rights decide what is told: whoever saved it last. */
  employeeName: z.string(),
  /** Kinds that are wanted and not told, because that person may not read them. */
  closedKinds: z.array(noticeKind),
  /** Until when the key before is used beside the present one. */
  previousUntil: moment.nullable(),
  /** Since when nothing has come through; null while it does. */
  failingSince: moment.nullable(),
  version,
  createdAt: moment,
})

/** 待推送 · 已送达 · 未送达 · 未推送 */
export const deliveryState = z.enum(['pending', 'delivered', 'failed', 'dropped'])

export const webhookDelivery = z.strictObject({
  deliveryId: id,
  /** A kind of notice, or `test`. */
  event: z.string(),
  state: deliveryState,
  attempts: z.int(),
  /** When it is tried next; null when it is not. */
  dueAt: moment.nullable(),
  /** What the receiver answered last; null where it did not. */
  status: z.int().nullable(),
  answer: z.string(),
  tookMs: z.int().nullable(),
  createdAt: moment,
  finishedAt: moment.nullable(),
})

/** Notices to another system, signed after Standard Webhooks (docs/webhooks.md). */
export const webhook = {
  list: read({
    path: '/api/ext/webhook/list',
    title: '接口推送列表',
    live: ['webhook'],
    access: READING,
    input: z.strictObject({}),
    output: z.strictObject({
      endpoints: z.array(webhookEndpoint),
      /** The kinds that the person may have told. */
      kinds: z.array(noticeKind),
    }),
    example: {},
  }),
  save: write({
    path: '/api/ext/webhook/save',
    title: '保存接口推送',
    access: MANAGING,
    /** Makes a new one without `endpointId`. */
    input: z.strictObject({
      endpointId: id.optional(),
      version: version.optional(),
      name: nameText(30),
      url,
      kinds: z.array(toldKind).min(1, '请至少选择一类消息').max(20),
    }),
    output: z.strictObject({
      endpointId: id,
      version,
      /** The key of a new one, told this once; null of one that was changed. */
      secret: z.string().nullable(),
    }),
    refusals: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'WEBHOOK_URL_INVALID',
      'WEBHOOK_LIMIT',
      'WEBHOOK_KIND_CLOSED',
      'SECRET_TOLD',
    ],
    ids: ['endpointId'],
    secretIsTold: true,
    audit: '保存接口推送',
    example: { name: '示例系统', url: 'https://erp.example.com/hooks', kinds: ['newOrder'] },
  }),
  rotate: write({
    path: '/api/ext/webhook/rotate',
    title: '更换接口推送密钥',
    access: MANAGING,
    /** For a day everything is signed with both keys. */
    input: z.strictObject({ endpointId: id }),
    output: z.strictObject({ secret: z.string(), previousUntil: moment }),
    refusals: ['NOT_FOUND', 'SECRET_TOLD'],
    ids: ['endpointId'],
    secretIsTold: true,
    audit: '更换接口推送密钥',
    example: { endpointId: NO_ID },
  }),
  setState: write({
    path: '/api/ext/webhook/setState',
    title: '启用、停用接口推送',
    access: MANAGING,
    /** What waits when it is disabled is not delivered any more. */
    input: z.strictObject({ endpointId: id, isEnabled: z.boolean() }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    ids: ['endpointId'],
    audit: '启用、停用接口推送',
    example: { endpointId: NO_ID, isEnabled: false },
  }),
  remove: write({
    path: '/api/ext/webhook/remove',
    title: '删除接口推送',
    access: MANAGING,
    input: z.strictObject({ endpointId: id }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    ids: ['endpointId'],
    audit: '删除接口推送',
    example: { endpointId: NO_ID },
  }),
  test: write({
    path: '/api/ext/webhook/test',
    title: '发送测试推送',
    access: MANAGING,
    input: z.strictObject({ endpointId: id }),
    output: z.strictObject({ deliveryId: id }),
    refusals: ['NOT_FOUND', 'WEBHOOK_OFF', 'WEBHOOK_TESTS_WAITING'],
    ids: ['endpointId'],
    example: { endpointId: NO_ID },
  }),
  deliveries: read({
    path: '/api/ext/webhook/deliveries',
    title: '推送记录',
    live: ['webhook'],
    access: READING,
    /** Newest first. `afterDeliveryId` is the last one of the previous answer. */
    input: z.strictObject({ endpointId: id, afterDeliveryId: id.optional() }),
    output: z.strictObject({ deliveries: z.array(webhookDelivery), hasMore: z.boolean() }),
    refusals: ['NOT_FOUND'],
    ids: ['endpointId', 'afterDeliveryId'],
    example: { endpointId: NO_ID, afterDeliveryId: NO_ID },
  }),
  retry: write({
    path: '/api/ext/webhook/retry',
    title: '重新推送',
    access: MANAGING,
    /** One that waits is tried at once; one that ended begins anew, under the same number. */
    input: z.strictObject({ deliveryId: id }),
    output: nothing,
    refusals: ['NOT_FOUND', 'WEBHOOK_OFF', 'WEBHOOK_DELIVERED'],
    ids: ['deliveryId'],
    example: { deliveryId: NO_ID },
  }),
} as const
