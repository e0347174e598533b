import { exportCall, exportInput } from '../../export-call.ts'
import { auctionOrder } from './auction-order.ts'
import { curatedOrder } from './curated-order.ts'

/** The parts of a list's input that say which page is asked for, and what of it, and not which rows there are. */
const PAGING = { page: true, pageSize: true, cursor: true, countBy: true, withCosts: true } as const

export const auctionOrderExport = {
  create: exportCall({
    path: '/api/yushiorder/v1/order/export',
    title: '鱼市订单',
    input: exportInput(auctionOrder.list.input.omit(PAGING)),
  }),
} as const

export const curatedOrderExport = {
  create: exportCall({
    path: '/api/saleorder/v1/order/export',
    title: '严选订单',
    input: exportInput(curatedOrder.list.input.omit(PAGING)),
  }),
} as const
