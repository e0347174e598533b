import * as z from 'zod'
import { read, write } from '../../call.ts'
import { withRight } from '../../columns/field-rights.ts'
import {
  channel,
  day,
  fen,
  filledText,
  id,
  linesText,
  listOf,
  moment,
  nothing,
  paging,
  stateCounts,
  text,
  version,
} from '../../shapes.ts'
import { shopRow, shopState } from './rows.ts'

/** How unsold goods of a shop are listed again by themselves. */
export const repostSettings = z.strictObject({
  enabled: z.boolean(),
  /** How often one listing is listed again at most. */
  maxTimes: z.int().min(1, '至少 1 次').max(20, '最多 20 次'),
  /** By how much of its first price a listing becomes cheaper each time. */
  stepPercent: z.int().min(0, '不能为负').max(30, '每次最多降 30%'),
  /** Below this share of its first price a listing never goes. */
  floorPercent: z.int().min(50, '最低价不低于首次的 50%').max(100, '不能高于 100%'),
  /** Whether it may sell below cost. Where the cost is not known and it may not, the price is not lowered. */
  mayLose: z.boolean().default(false),
  /** The numbers of the sessions to enter; empty for any. */
  sessionNumbers: z
    .array(z.string().regex(/^\d{2}$/, '场次编号为两位数字'))
    .max(24, '最多选择 24 个场次')
    .refine((numbers) => new Set(numbers).size === numbers.length, '场次不能重复'),
})

/** What the rule would do now with a listing that was not sold. */
export const repostPlan = z.strictObject({
  listingId: id,
  title: z.string(),
  /** Which time this is, from 1. */
  times: z.int(),
  /** Null where it is not listed again, or not yet. */
  scheduleDate: day.nullable(),
  scheduleNumber: z.string().nullable(),
  mode: z.enum(['sealed', 'open']).nullable(),
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  /** What it was offered at last. */
  nowStartPriceFen: fen,
  nowReservePriceFen: withRight('field:reservePrice', fen),
  /** Null where it is not known of every phone. */
  costPriceFen: withRight('field:costPrice', fen.nullable()),
  /** How many phones it is of: each is inspected, and paid for. */
  unitCount: z.int(),
  startPriceFen: fen.nullable(),
  reservePriceFen: withRight('field:reservePrice', fen.nullable()),
  /** Why the price is not lowered as far as the percentages say: less would be left than the cost, or that is not known. */
  hold: z.enum(['belowCost', 'costUnknown']).nullable(),
  /** The last time that it would be listed again, where nobody buys it. */
  lastTimes: z.int().nullable(),
  lastStartPriceFen: fen.nullable(),
  lastReservePriceFen: withRight('field:reservePrice', fen.nullable()),
  /** Why not, or not yet; empty where it is. */
  problem: z.string(),
})

const NOWHERE = '01890000-0000-7000-8000-000000000000'

const oneShop = z.strictObject({ shop: shopRow })

/** Absent where the caller has not looked at the shop before. */
const seen = version.optional()

/** The calls of shop accounts (docs/specification.md §7). */
export const shop = {
  list: read({
    path: '/api/xyAccount/list',
    title: '店铺账号列表',
    live: ['order', 'listing', 'shop'],
    input: z.strictObject({ ...paging, keyword: text(40).optional(), state: shopState.optional() }),
    output: listOf(shopRow).extend({ counts: stateCounts }),
    example: {},
  }),
  options: read({
    path: '/api/xyAccount/options',
    title: '可选店铺',
    live: ['shop'],
    access: 'signedIn',
    input: z.strictObject({ channel: channel.optional() }),
    output: z.strictObject({
      /** `problem`: why it cannot be used now, empty where it can. */
      options: z.array(
        z.strictObject({ value: id, label: z.string(), state: shopState, usable: z.boolean(), problem: z.string() }),
      ),
    }),
    example: {},
  }),
  remark: write({
    path: '/api/xyAccount/remark',
    title: '修改备注',
    /** A remark that is left out is cleared. */
    input: z.strictObject({ shopAccountId: id, remark: linesText(100).default(''), version: seen }),
    output: oneShop,
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT'],
    ids: ['shopAccountId'],
    audit: '修改店铺备注',
    example: { shopAccountId: NOWHERE, remark: '主力店' },
  }),
  /**
   * `begin` gives the address of the marketplace's own page, on which the person consents; it leads back to `/authcode` at
   * `origin` (one of the product's own; the configured one when left out). `finish` is what that page brought back.
   */
  bind: write({
    path: '/api/xyAccount/bind',
    title: '绑定、解绑店铺',
    input: z.discriminatedUnion('step', [
      z.strictObject({ step: z.literal('begin'), shopAccountId: id.optional(), origin: text(200).optional() }),
      z.strictObject({ step: z.literal('finish'), code: filledText(200), state: filledText(200) }),
      z.strictObject({ step: z.literal('unbind'), shopAccountId: id, version: seen }),
    ]),
    output: z.union([
      z.strictObject({ consentUrl: z.string(), expiresAt: moment }),
      /** `wanted`: the name of the shop that was to be authorised anew, where the person chose another one. */
      oneShop.extend({ wanted: z.string().nullable() }),
    ]),
    refusals: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'CONSENT_NOT_CONFIGURED',
      'CONSENT_ORIGIN_FOREIGN',
      'CONSENT_INVALID',
      'CONSENT_EXPIRED',
      'CONSENT_USED',
      'SHOP_BOUND_ELSEWHERE',
      'SHOP_HAS_LISTINGS',
      'SHOP_HAS_ORDERS',
      'STATE_CHANGED',
      'MARKETPLACE_REFUSED',
      'MARKETPLACE_UNAVAILABLE',
    ],
    ids: ['shopAccountId'],
    audit: '绑定、解绑店铺',
    // the address holds the secret that the consent comes back with
    answerIsSecret: true,
    example: { step: 'unbind', shopAccountId: NOWHERE },
  }),
  business: write({
    path: '/api/xyAccount/business',
    title: '启用、停用店铺',
    input: z.strictObject({
      shopAccountId: id,
      enabled: z.boolean(),
      channels: z.array(channel).max(2),
      version: seen,
    }),
    output: oneShop,
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT', 'SHOP_CHANNEL_NOT_PERMITTED'],
    ids: ['shopAccountId'],
    audit: '修改店铺业务',
    example: { shopAccountId: NOWHERE, enabled: true, channels: ['auction'] },
  }),
  del: write({
    path: '/api/xyAccount/del',
    title: '删除店铺',
    input: z.strictObject({ shopAccountId: id, version: seen }),
    output: nothing,
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT', 'SHOP_HAS_LISTINGS', 'SHOP_HAS_ORDERS'],
    ids: ['shopAccountId'],
    audit: '删除店铺',
    example: { shopAccountId: NOWHERE },
  }),
} as const

/** How unsold goods of a shop are listed again by themselves. */
export const shopRepost = {
  info: read({
    path: '/api/xyAccount/re_post_info',
    title: '重新上架设置',
    live: ['shop'],
    access: { anyOf: ['/api/xyAccount/list', '/api/xyAccount/re_post_set'] },
    input: z.strictObject({ shopAccountId: id }),
    output: z.strictObject({ settings: repostSettings, version: z.int() }),
    refusals: ['NOT_FOUND'],
    ids: ['shopAccountId'],
    example: { shopAccountId: NOWHERE },
  }),
  /** With `simulate` nothing is stored: the answer says what the settings would do now. */
  save: write({
    path: '/api/xyAccount/re_post_set',
    title: '修改重新上架设置',
    input: z.strictObject({
      shopAccountId: id,
      settings: repostSettings,
      simulate: z.boolean(),
      version: z.int().min(0).optional(),
    }),
    output: z.strictObject({ settings: repostSettings, version: z.int(), simulation: z.array(repostPlan) }),
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT', 'SHOP_CHANNEL_NOT_PERMITTED'],
    ids: ['shopAccountId'],
    audit: '修改重新上架设置',
    example: {
      shopAccountId: NOWHERE,
      settings: { enabled: false, maxTimes: 3, stepPercent: 5, floorPercent: 85, mayLose: false, sessionNumbers: [] },
      simulate: true,
    },
  }),
} as const
