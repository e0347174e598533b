import * as z from 'zod'
import { defineColumns } from '../../columns/define-columns.ts'
import { codesOf } from '../../labels.ts'
import { channel, fen, id, moment, version } from '../../shapes.ts'
import { SHOP_STATE_LABELS } from './labels.ts'

/** 正常 · 即将过期 · 已过期 · 未授权 */
export const shopState = z.enum(codesOf(SHOP_STATE_LABELS))

/** What can be done with a shop: 重新授权 · 解绑 · 备注 · 店铺开关 · 重新上架设置 · 删除 */
export const shopAction = z.enum(['rebind', 'business', 'repost', 'remark', 'unbind', 'delete'])

export const shopRow = z.strictObject({
  shopAccountId: id,
  shopName: z.string(),
  nick: z.string(),
  userName: z.string(),
  state: shopState,
  authorisedUntil: moment.nullable(),
  /** Whole days until the authorisation ends, 0 on the last one; null without one that counts. */
  expiresInDays: z.int().nullable(),
  depositEnough: z.boolean(),
  depositFen: fen.nullable(),
  /** What the marketplace permits the shop. */
  auctionAllowed: z.boolean(),
  curatedAllowed: z.boolean(),
  multiStockAllowed: z.boolean(),
  /** What it is used for here: chosen by people, within what the marketplace permits. */
  channels: z.array(channel),
  enabled: z.boolean(),
  /** Whether unsold goods of the shop are listed again by themselves. */
  repost: z.strictObject({ enabled: z.boolean() }),
  /** Goods of the shop that are being published, on sale, or sold and not paid for yet. */
  liveListings: z.int().min(0),
  /** Orders of the shop that are not over: to be paid for, to be shipped, under way. */
  openOrders: z.int().min(0),
  remark: z.string(),
  allowedActions: z.array(shopAction),
  version,
})

export const shopColumns = defineColumns(shopRow, {
  shop: { title: '店铺', kind: 'text', value: ['shopName', 'nick', 'userName'] },
  state: { title: '授权', kind: 'state', labels: SHOP_STATE_LABELS },
  until: { title: '授权到期', kind: 'moment', value: 'authorisedUntil' },
  channels: { title: '能卖到哪里', kind: 'flags', labels: { auctionAllowed: '鱼市', curatedAllowed: '严选' } },
  deposit: { title: '保证金', kind: 'flags', labels: { depositEnough: '已缴足' } },
  live: { title: '在售 / 订单', kind: 'count', value: 'liveListings' },
  orders: { title: '未完成订单', kind: 'count', value: 'openOrders' },
  repost: { title: '自动重新上架', kind: 'flags', labels: { 'repost.enabled': '已开启' } },
  remark: { title: '备注', kind: 'text' },
})
