import { defineStates } from './transition.ts'

/** The number an order without an after-sale case carries; it is no state of a refund (docs/domain.md §7.3). */
export const NO_REFUND_WIRE_CODE = 0

/**
 * One after-sale case under the marketplace's public numbers (docs/domain.md §7.3, §7.5). The words fit every kind; what one
 * case is called by its kind says `refundStateText`.
 */
export const REFUND_STATES = defineStates({
  name: 'refund',
  initial: 'awaiting_merchant',
  states: [
    { code: 'awaiting_merchant', label: '等您处理', wireCode: 1 },
    { code: 'awaiting_return', label: '等买家寄回', wireCode: 2 },
    { code: 'awaiting_receipt', label: '等您收货', wireCode: 3 },
    { code: 'closed', label: '已关闭', wireCode: 4, final: true },
    { code: 'succeeded', label: '已完成', wireCode: 5, final: true },
    { code: 'refused', label: '已拒绝', wireCode: 6 },
    { code: 'awaiting_resend', label: '等您补发', wireCode: 7 },
    { code: 'awaiting_address', label: '等您填地址', wireCode: 8 },
  ],
  moves: [
    { from: ['awaiting_merchant'], action: 'agreeRefund', to: 'succeeded', label: '同意退款', who: 'service' },
    { from: ['awaiting_merchant'], action: 'agreeReturn', to: 'awaiting_return', label: '同意退货', who: 'service' },
    {
      from: ['awaiting_merchant'],
      action: 'agreeWithoutAddress',
      to: 'awaiting_address',
      label: '同意退货，待填地址',
      who: 'service',
    },
    { from: ['awaiting_merchant'], action: 'agreeResend', to: 'awaiting_resend', label: '同意补发', who: 'service' },
    {
      from: ['awaiting_address'],
      action: 'confirmAddress',
      to: 'awaiting_return',
      label: '确认退货地址',
      who: 'service',
    },
    { from: ['awaiting_merchant', 'awaiting_receipt'], action: 'refuse', to: 'refused', label: '拒绝', who: 'service' },
    {
      from: ['awaiting_merchant', 'refused'],
      action: 'confirmCompensation',
      to: 'succeeded',
      label: '确认补差',
      who: 'service',
    },
    {
      from: ['awaiting_merchant', 'refused'],
      action: 'confirmReturn',
      to: 'awaiting_return',
      label: '确认退货',
      who: 'service',
    },
    { from: ['awaiting_return'], action: 'sendBack', to: 'awaiting_receipt', label: '买家寄回', who: 'buyer' },
    { from: ['awaiting_return'], action: 'missReturn', to: 'closed', label: '买家超时未寄回', who: 'marketplace' },
    { from: ['awaiting_receipt'], action: 'confirmReceipt', to: 'succeeded', label: '确认收货退款', who: 'shipper' },
    {
      from: ['awaiting_receipt'],
      action: 'confirmExchange',
      to: 'awaiting_resend',
      label: '确认收货（换货）',
      who: 'shipper',
    },
    { from: ['awaiting_resend'], action: 'resend', to: 'succeeded', label: '补发', who: 'shipper' },
    {
      from: ['awaiting_merchant', 'awaiting_receipt', 'awaiting_resend'],
      action: 'refundAutomatically',
      to: 'succeeded',
      label: '超时自动退款',
      who: 'marketplace',
    },
    {
      from: ['awaiting_merchant'],
      action: 'agreeReturnAutomatically',
      to: 'awaiting_return',
      label: '超时自动同意退货',
      who: 'marketplace',
    },
    {
      from: ['awaiting_merchant'],
      action: 'agreeResendAutomatically',
      to: 'awaiting_resend',
      label: '超时自动同意补发',
      who: 'marketplace',
    },
    {
      from: ['awaiting_address'],
      action: 'confirmAddressAutomatically',
      to: 'awaiting_return',
      label: '超时使用默认退货地址',
      who: 'marketplace',
    },
    {
      from: ['awaiting_receipt'],
      action: 'confirmExchangeAutomatically',
      to: 'awaiting_resend',
      label: '超时视为已收货，等您补发',
      who: 'marketplace',
    },
    {
      from: ['awaiting_merchant'],
      action: 'takeReturnAutomatically',
      to: 'awaiting_return',
      label: '超时没选，按退货退款办',
      who: 'marketplace',
    },
    { from: ['refused'], action: 'appeal', to: 'awaiting_merchant', label: '买家重新申请', who: 'buyer' },
    {
      from: ['awaiting_merchant', 'refused'],
      action: 'ruleRefund',
      to: 'succeeded',
      label: '平台判定退款',
      who: 'marketplace',
    },
    { from: ['awaiting_merchant'], action: 'ruleClosed', to: 'closed', label: '平台判定不支持', who: 'marketplace' },
    { from: ['refused'], action: 'letAppealLapse', to: 'closed', label: '申诉超时关闭', who: 'marketplace' },
    {
      from: [
        'awaiting_merchant',
        'awaiting_address',
        'awaiting_return',
        'awaiting_receipt',
        'awaiting_resend',
        'refused',
      ],
      action: 'cancel',
      to: 'closed',
      label: '买家撤回',
      who: 'buyer',
    },
  ],
})

/** True for a `refund_status` of the marketplace whose case goes on. */
export const isOpenRefund = (wireCode: number): boolean =>
  REFUND_STATES.states.some((state) => state.wireCode === wireCode && !('final' in state))

export type RefundState = (typeof REFUND_STATES)['states'][number]['code']
export type RefundAction = (typeof REFUND_STATES)['moves'][number]['action']
