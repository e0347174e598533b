/** How a shop's authorisation reads on the page `/store/account`. */
export const SHOP_STATE_LABELS = {
  normal: '正常',
  expiring: '即将过期',
  expired: '已过期',
  unauthorised: '未授权',
} as const
