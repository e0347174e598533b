/** What was done to a bag, the registration of its roll included (docs/domain.md §3.4). */
export const BAG_ACTION_LABELS = {
  register: '登记',
  bind: '绑定',
  rebind: '换绑',
  unbind: '解绑',
  void: '作废',
  ship: '出库',
  unship: '撤销出库',
  open: '拆封',
  hold: '预留',
  release: '取消预留',
} as const

/** What scanning a unit's code came to (docs/domain.md §3.4). */
export const VERIFY_RESULT_LABELS = {
  free: '可质检',
  inspecting: '质检中',
  inspected: '已质检',
  on_sale: '已在售',
  sold: '已售出',
  unknown: '不存在',
} as const
