import * as z from 'zod'
import { read } from '../call.ts'
import { channel, fen, id, listOf, moment, paging, stateCounts, text, version } from '../shapes.ts'

/** 正常 · 即将过期 · 已过期 · 未授权 */
export const shopState = z.enum(['normal', 'expiring', 'expired', 'unauthorised'])

export const shopRow = z.strictObject({
  shopAccountId: id,
  shopName: z.string(),
  nick: z.string(),
  userName: z.string(),
  state: shopState,
  authorisedUntil: moment.nullable(),
  depositEnough: z.boolean(),
  depositFen: fen.nullable(),
  auctionAllowed: z.boolean(),
  curatedAllowed: z.boolean(),
  multiStockAllowed: z.boolean(),
  remark: z.string(),
  version,
})

/** The calls of shop accounts (docs/specification.md §7). */
export const shop = {
  list: read({
    path: '/api/xyAccount/list',
    title: '店铺账号列表',
    input: z.strictObject({ ...paging, keyword: text(40).optional(), state: shopState.optional() }),
    output: listOf(shopRow).extend({ counts: stateCounts }),
    example: {},
  }),
  options: read({
    path: '/api/xyAccount/options',
    title: '可选店铺',
    access: 'signedIn',
    input: z.strictObject({ channel: channel.optional() }),
    output: z.strictObject({
      options: z.array(z.strictObject({ value: id, label: z.string(), state: shopState, usable: z.boolean() })),
    }),
    example: {},
  }),
} as const
