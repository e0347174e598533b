import { ORDER_STATUS } from '@huanji/marketplace/protocol/orders'
import { closeRequest } from '../../modules/order/request.ts'
import { type AnsweredByOrder, orderRequestKind } from './order-kind.ts'

/** The closing of an order that was not shipped. */
export const orderClose = {
  ...orderRequestKind({
    subject: 'order_close',
    schema: closeRequest,
    look: (at, { sellerId, order }) => at.refreshOrder(sellerId, order.orderNo),
    tell: async ({ services }, { sellerId, order, content }) => {
      await services.marketplace.closeOrder(sellerId, { order_no: order.orderNo, close_reason: content.reason })
      return null
    },
    refused: { before: '闲鱼拒绝了关闭订单：' },
    history: {
      done: { action: 'requestDone', actionLabel: '关闭已生效' },
      refused: { action: 'requestRefused', actionLabel: '关闭未成功' },
    },
  }),
  answerOf: (_request, { order_status: status }) => {
    if (status === ORDER_STATUS.closed) return { problem: null }
    if (status === ORDER_STATUS.refunded) return { problem: '订单已退款，无需关闭' }
    const isOpen = status === ORDER_STATUS.awaitingPayment || status === ORDER_STATUS.awaitingShipment
    return isOpen ? null : { problem: '订单在闲鱼已发货，不能关闭' }
  },
} satisfies AnsweredByOrder
