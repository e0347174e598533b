export interface CloseReason {
  readonly code: string
  readonly label: string
  /** Who may give it: the seller picks from a list, the system gives its own. */
  readonly by: 'seller' | 'system'
  /** The seller has to add an explanation. */
  readonly needsNote: boolean
}

function seller(code: string, label: string, needsNote = false): CloseReason {
  return { code, label, by: 'seller', needsNote }
}

function system(code: string, label: string): CloseReason {
  return { code, label, by: 'system', needsNote: false }
}

/** Why an order is closed (docs/domain.md §5.5). */
export const CLOSE_REASONS: readonly CloseReason[] = [
  seller('out_of_stock', '商品无货'),
  seller('report_mismatch', '商品与报告不符，无法发货'),
  seller('price_mistake', '价格设置错误'),
  seller('damaged_or_lost', '商品损坏/丢失'),
  seller('bag_fault', '封袋异常需重检'),
  seller('buyer_cancelled', '买家申请取消'),
  seller('buyer_unreachable', '联系不上买家'),
  seller('address_unreachable', '收货地址无法送达'),
  seller('carrier_suspended', '物流停发'),
  seller('duplicate_order', '重复下单'),
  seller('other', '其他（需填写说明）', true),
  system('payment_timeout', '超时未付款'),
  system('shipment_timeout', '超时未发货'),
  system('buyer_default', '买家违约'),
  system('marketplace_closed', '闲鱼关闭'),
]

/** What a person confirms before closing an order by hand. */
export const CLOSE_WARNING = '关闭后不可恢复，可能影响店铺信用分'

const NOTE_MAX_LENGTH = 200

/** The reason with this code, or null. */
export function findCloseReason(code: string): CloseReason | null {
  return CLOSE_REASONS.find((reason) => reason.code === code) ?? null
}

/**
 * Why a seller's close may not be taken, or null: a reason the list does not offer to sellers, an explanation that is
 * missing where the reason needs one, or one of more than 200 characters.
 */
export function closeRefusal(code: string, note: string): string | null {
  const reason = findCloseReason(code)
  if (reason?.by !== 'seller') return '请从列表中选择关闭原因'
  const length = [...note.trim()].length
  if (reason.needsNote && length === 0) return '请填写关闭订单的说明'
  return length > NOTE_MAX_LENGTH ? '说明不能超过200个字' : null
}
