/** By whose fault a phone comes back; freight is borne by that side (docs/domain.md §7.6). */
export type Fault = 'seller' | 'buyer' | 'carrier'

export interface RefundReason {
  readonly code: string
  readonly label: string
  readonly fault: Fault
  readonly details: readonly string[]
}

/** Why a buyer asks, in two levels (docs/domain.md §7.2). */
export const REFUND_REASONS: readonly RefundReason[] = [
  {
    code: 'notAsDescribed',
    label: '与描述/报告不符',
    fault: 'seller',
    details: ['成色不符', '型号/容量/颜色不符', '版本/渠道不符', '电池健康不符', '有拆修未说明', '有账号锁'],
  },
  {
    code: 'quality',
    label: '质量问题',
    fault: 'seller',
    details: [
      '屏幕显示问题',
      '触摸问题',
      '摄像头问题',
      '信号/通话问题',
      '充电/电池问题',
      '声音问题',
      '无法开机',
      '进水',
    ],
  },
  {
    code: 'transport',
    label: '运输问题',
    fault: 'carrier',
    details: ['运输损坏', '少件/漏发', '封袋破损', '包裹丢失'],
  },
  { code: 'notWanted', label: '不想要了', fault: 'buyer', details: ['七天无理由', '拍错/多拍', '价格原因'] },
  { code: 'shipping', label: '发货问题', fault: 'seller', details: ['未按时发货', '发错货', '虚假发货'] },
  { code: 'other', label: '其他', fault: 'buyer', details: ['其他'] },
]

/** The first level of a reason that the marketplace names by its detail alone; `other` for one that is not known. */
export function reasonOfDetail(detail: string): RefundReason {
  const reason = REFUND_REASONS.find(({ label, details }) => label === detail || details.includes(detail))
  return reason ?? otherReason()
}

/** By whose fault a phone comes back for a reason of this code; as for 其他 where it is not known. */
export const faultOf = (reasonCode: string): Fault =>
  (REFUND_REASONS.find(({ code }) => code === reasonCode) ?? otherReason()).fault

function otherReason(): RefundReason {
  const other = REFUND_REASONS.at(-1)
  if (!other) throw new Error('there are no refund reasons')
  return other
}
