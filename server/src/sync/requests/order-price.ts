import { ORDER_STATUS } from '@huanji/marketplace/protocol/orders'
import { priceRequest } from '../../modules/order/request.ts'
import { type AnsweredByOrder, orderRequestKind } from './order-kind.ts'

/** Another price of an order that is not paid. */
export const orderPrice = {
  ...orderRequestKind({
    subject: 'order_price',
    schema: priceRequest,
    look: (at, { sellerId, order }) => at.refreshOrder(sellerId, order.orderNo),
    tell: async ({ services }, { sellerId, order, content }) => {
      const amounts = { order_price: content.priceFen, express_fee: content.freightFen }
      await services.marketplace.modifyPrice(sellerId, { order_no: order.orderNo, ...amounts })
      return null
    },
    refused: { before: '闲鱼拒绝了改价：' },
    history: {
      done: { action: 'requestDone', actionLabel: '改价已生效' },
      refused: { action: 'requestRefused', actionLabel: '改价未成功' },
    },
  }),
  answerOf: ({ desired }, order) => {
    const { priceFen, freightFen } = priceRequest.parse(desired)
    if (order.order_status === ORDER_STATUS.closed) return { problem: '订单已关闭，不能改价' }
    const isSo = order.express_fee === freightFen && order.total_amount === priceFen + freightFen
    if (isSo) return { problem: null }
    return order.order_status === ORDER_STATUS.awaitingPayment ? null : { problem: '订单已付款，不能改价' }
  },
} satisfies AnsweredByOrder
