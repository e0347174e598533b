/** How far the marketplace knows of a shipment. */
export const DELIVERY_SYNC_LABELS = {
  none: '未发货',
  pending: '正在告诉闲鱼',
  done: '闲鱼已收到',
  failed: '闲鱼没收下',
} as const

/** Where a unit of an order stands on its way out (docs/domain.md §5.7). */
export const DISPATCH_STATE_LABELS = {
  pending: '待核对',
  checked: '已核对',
  shipped: '已发货',
  returned: '已退回',
} as const
