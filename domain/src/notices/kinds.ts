import type { Channel } from '../channel.ts'

/** What a kind of notice is. */
export interface NoticeKindSpec {
  /** What the settings call it. */
  readonly title: string
  /** One that cannot wait is shown over the page as well. */
  readonly isUrgent: boolean
  /** What several within a minute are called together: `{count} 笔新订单`; null for what stands alone. */
  readonly together: string | null
  /** Shown and sent whatever was chosen, and at once: nobody can be kept from hearing of it. */
  readonly isForced?: true
}

/** Everything that people are told of without asking. */
export const NOTICE_KINDS = {
  newOrder: { title: '新订单', isUrgent: false, together: '{count} 笔新订单' },
  orderClosed: { title: '订单已关闭', isUrgent: false, together: '{count} 笔订单已关闭' },
  orderDeadlineNear: { title: '快到发货时间', isUrgent: true, together: '{count} 笔订单快到发货时间' },
  shipmentRefused: { title: '发货被拒', isUrgent: true, together: '{count} 笔发货被拒' },
  orderRequestRefused: { title: '订单改价或关闭被拒', isUrgent: false, together: '{count} 笔改价或关闭被拒' },
  offerWaiting: { title: '议价待答复', isUrgent: true, together: '{count} 件商品议价待答复' },
  offerLapsed: { title: '议价超时未答复', isUrgent: false, together: '{count} 件商品议价超时未答复' },
  publicationFailed: { title: '发布失败', isUrgent: false, together: '{count} 件商品发布失败' },
  retakeAsked: { title: '请重拍照片', isUrgent: false, together: '{count} 台手机请重拍照片' },
  goodsRequestRefused: { title: '商品修改被拒', isUrgent: false, together: '{count} 件商品修改被拒' },
  refundOpened: { title: '新售后申请', isUrgent: false, together: '{count} 笔新售后申请' },
  refundDeadlineNear: { title: '售后快到时限', isUrgent: true, together: '{count} 笔售后快到时限' },
  refundTimedOut: { title: '售后超时，已自动退款', isUrgent: true, together: '{count} 笔售后超时，已自动退款' },
  refundRequestRefused: { title: '售后处理被拒', isUrgent: true, together: '{count} 笔售后处理被拒' },
  refundNeedsDecision: { title: '售后等您拍板', isUrgent: false, together: null },
  exportFinished: { title: '导出完成', isUrgent: false, together: null },
  shopExpiring: { title: '店铺授权即将到期', isUrgent: true, together: null },
  bagsLow: { title: '封袋不足', isUrgent: false, together: null },
  moneyMissed: { title: '对账有差异', isUrgent: false, together: null },
  ownersChanged: { title: '老板、权限有变动', isUrgent: true, together: null, isForced: true },
  webhookStopped: { title: '接口推送已停止', isUrgent: true, together: null },
} as const satisfies Readonly<Record<string, NoticeKindSpec>>

export type NoticeKind = keyof typeof NOTICE_KINDS

export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]]

/** Whether a kind is shown and sent whatever somebody chose. */
export const isForced = (kind: NoticeKind): boolean => 'isForced' in NOTICE_KINDS[kind]

/** A kind with the channel that it is about; null where it is about neither alone. */
export interface NoticeAudience {
  readonly kind: NoticeKind
  readonly channel: Channel | null
}

const MINUTE_MS = 60_000

/** The moment at which the minute of another begins, as ISO 8601: what happens within it can be told of together. */
export const minuteOf = (moment: string): string =>
  new Date(Math.floor(Date.parse(moment) / MINUTE_MS) * MINUTE_MS).toISOString()

/** What a notice is headed by, several of them together too. */
export function noticeTitle(kind: NoticeKind, count: number): string {
  const { title, together }: NoticeKindSpec = NOTICE_KINDS[kind]
  return count > 1 && together !== null ? together.replace('{count}', String(count)) : title
}
