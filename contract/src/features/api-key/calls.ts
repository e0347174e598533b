import * as z from 'zod'
import { read, write } from '../../call.ts'
import { API_KEY_CALLS_A_MINUTE_MAX, API_KEY_PLACES_MAX } from '../../constants.ts'
import { day, id, listOf, moment, nameText, nothing, paging, text, version } from '../../shapes.ts'
import { menuNode } from '../merchant/calls.ts'
import { apiKeyRow, apiKeyState } from './rows.ts'

const NO_KEY = '01890000-0000-7000-8000-000000000000'

const KEEP_HOURS_MAX = 720

/** Looks like an address or a network; whether it is one, the server says. */
const PLACE = /^[0-9a-fA-F:.]{2,45}(\/[0-9]{1,3})?$/

const ratePerMinute = z.int().min(1).max(API_KEY_CALLS_A_MINUTE_MAX)

const place = z.string().trim().min(2).max(60).regex(PLACE, '请填写IP地址或网段，例如 203.0.113.7 或 203.0.113.0/24')

/** What is set on a key. */
const content = {
  name: nameText(20),
  grants: z.array(z.string().min(1).max(80)).min(1, '请至少选择一项权限').max(400),
  ratePerMinute,
  places: z.array(place).max(API_KEY_PLACES_MAX),
  expiresAt: moment.nullable(),
}

const CONTENT = {
  name: '订单看板',
  grants: ['/api/yushiorder/v1/order/list'],
  ratePerMinute: 120,
  places: [],
  expiresAt: null,
}

/** A key with its secret, which is shown this once and kept nowhere. */
const made = z.strictObject({ keyId: id, version, secret: z.string() })

const refusals = [
  'GRANT_UNKNOWN',
  'GRANT_NOT_HELD',
  'API_KEY_GRANT_CLOSED',
  'API_KEY_EXPIRY_PAST',
  'API_KEY_PLACE_INVALID',
  'API_KEY_LIMIT',
] as const

/** Beyond the specification: the keys that other people's programs call with (R-KEYS-1). */
export const programKeys = {
  list: read({
    path: '/api/ext/apiKey/list',
    title: '接口密钥列表',
    live: ['apiKey'],
    input: z.strictObject({ ...paging, keyword: text(20).optional(), state: apiKeyState.optional() }),
    output: listOf(apiKeyRow),
    example: {},
  }),
  info: read({
    path: '/api/ext/apiKey/info',
    title: '接口密钥详情',
    live: ['apiKey'],
    access: { anyOf: ['/api/ext/apiKey/list', '/api/ext/apiKey/edit'] },
    /** Without `keyId` it answers what the form of a new key needs. */
    input: z.strictObject({ keyId: id.optional() }),
    output: z.strictObject({
      key: apiKeyRow.extend({ grants: z.array(z.string()) }).nullable(),
      /** Everything a key can be given, as the form shows it. */
      tree: z.array(menuNode),
      /** What the caller holds and may therefore give. */
      grantable: z.array(z.string()),
      /** The last 30 days with calls, newest first. */
      usage: z.array(z.strictObject({ day, calls: z.int(), refused: z.int() })),
    }),
    refusals: ['NOT_FOUND'],
    ids: ['keyId'],
    example: {},
  }),
  create: write({
    path: '/api/ext/apiKey/create',
    title: '创建接口密钥',
    access: { anyOf: ['/api/ext/apiKey/edit'] },
    input: z.strictObject(content),
    output: made,
    refusals: [...refusals, 'SECRET_TOLD'],
    audit: '创建接口密钥',
    secretIsTold: true,
    example: CONTENT,
  }),
  edit: write({
    path: '/api/ext/apiKey/edit',
    title: '编辑接口密钥',
    input: z.strictObject({ keyId: id, version, ...content }),
    output: z.strictObject({ version }),
    refusals: [...refusals, 'NOT_FOUND', 'VERSION_CONFLICT', 'API_KEY_ENDED'],
    ids: ['keyId'],
    audit: '编辑接口密钥',
    example: { keyId: NO_KEY, version: 1, ...CONTENT },
  }),
  rotate: write({
    path: '/api/ext/apiKey/rotate',
    title: '更换接口密钥',
    access: { anyOf: ['/api/ext/apiKey/edit'] },
    /** The old one goes on for `keepHours`, so that its program can be given the new one; 0 ends it at once. */
    input: z.strictObject({ keyId: id, keepHours: z.int().min(0).max(KEEP_HOURS_MAX) }),
    output: made,
    refusals: [...refusals, 'NOT_FOUND', 'API_KEY_ENDED', 'SECRET_TOLD'],
    ids: ['keyId'],
    audit: '更换接口密钥',
    secretIsTold: true,
    example: { keyId: NO_KEY, keepHours: 24 },
  }),
  revoke: write({
    path: '/api/ext/apiKey/revoke',
    title: '停用接口密钥',
    input: z.strictObject({ keyId: id }),
    output: nothing,
    refusals: ['NOT_FOUND', 'API_KEY_ENDED'],
    ids: ['keyId'],
    audit: '停用接口密钥',
    example: { keyId: NO_KEY },
  }),
} as const
