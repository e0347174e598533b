/** Where the goods are when the buyer asks (docs/open-platform.md §6). */
export const GOODS_STATUS_LABELS = {
  notShipped: '还没发货',
  notReceived: '买家没签收',
  received: '买家签收了',
} as const

/** The two plans of a verdict on the auction market (docs/open-platform.md §8.3). */
export const PLAN_LABELS = { keep: '补差，买家留着手机', return: '退货退款' } as const

/** Where a verdict stands. */
export const VERDICT_LABELS = {
  judging: '平台判定中',
  awaitingSeller: '平台已判定，等您选办法',
  decided: '已按判定办',
} as const
