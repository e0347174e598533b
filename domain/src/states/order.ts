import { defineStates } from './transition.ts'

/**
 * An order of either channel under the marketplace's public numbers (docs/domain.md §5.4, §6.4). An open after-sale case
 * is a flag beside the state, with states of its own in the refund table.
 */
export const ORDER_STATES = defineStates({
  name: 'order',
  initial: 'awaiting_payment',
  states: [
    { code: 'awaiting_payment', label: '待付款', wireCode: 11 },
    { code: 'awaiting_shipment', label: '待发货', wireCode: 12 },
    { code: 'shipped', label: '已发货', wireCode: 21 },
    { code: 'completed', label: '已完成', wireCode: 22 },
    { code: 'refunded', label: '已退款', wireCode: 23, final: true },
    { code: 'closed', label: '已关闭', wireCode: 24, final: true },
  ],
  moves: [
    { from: ['awaiting_payment'], action: 'pay', to: 'awaiting_shipment', label: '买家付款', who: 'buyer' },
    { from: ['awaiting_payment'], action: 'cancel', to: 'closed', label: '买家取消', who: 'buyer' },
    { from: ['awaiting_payment'], action: 'missPayment', to: 'closed', label: '超时未付款', who: 'marketplace' },
    { from: ['awaiting_shipment'], action: 'ship', to: 'shipped', label: '发货', who: 'shipper' },
    // the marketplace would not take the shipment, and the parcel has not left
    { from: ['shipped'], action: 'unship', to: 'awaiting_shipment', label: '撤回发货', who: 'shipper' },
    { from: ['awaiting_shipment'], action: 'missShipment', to: 'closed', label: '超时未发货', who: 'marketplace' },
    {
      from: ['awaiting_payment', 'awaiting_shipment'],
      action: 'close',
      to: 'closed',
      label: '关闭订单',
      who: 'service',
    },
    {
      // from 已发货 too: a shipment stored here may meet an order that the marketplace has ended a moment before
      from: ['awaiting_payment', 'awaiting_shipment', 'shipped'],
      action: 'closeByMarketplace',
      to: 'closed',
      label: '闲鱼关闭',
      who: 'marketplace',
    },
    { from: ['shipped'], action: 'confirmReceipt', to: 'completed', label: '确认收货', who: 'buyer' },
    { from: ['shipped'], action: 'confirmAutomatically', to: 'completed', label: '自动确认收货', who: 'marketplace' },
    {
      from: ['awaiting_shipment', 'shipped', 'completed'],
      action: 'refund',
      to: 'refunded',
      label: '退款成功',
      who: 'marketplace',
    },
  ],
})

export type OrderState = (typeof ORDER_STATES)['states'][number]['code']
export type OrderAction = (typeof ORDER_STATES)['moves'][number]['action']

/** The states in which a deadline runs: the buyer's to pay, ours to ship. */
export const WAITING_ORDER_STATES = ['awaiting_payment', 'awaiting_shipment'] as const satisfies OrderState[]
