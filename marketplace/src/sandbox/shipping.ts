import { findExpressCompany, OTHER_CARRIER_CODE } from '../protocol/carriers.ts'
import {
  type ModifyPriceRequest,
  type ModifyWaybillRequest,
  ORDER_STATUS,
  type ShipOrderRequest,
} from '../protocol/orders.ts'
import type { UploadOrderReportData, UploadOrderReportRequest } from '../protocol/trade.ts'
import { change, type SandboxContext } from './context.ts'
import { changeOrder, expectReceipt, hasOpenRefund, ownOrder } from './orders.ts'
import { badParameter, wrongState } from './refusal.ts'

/** The seller ships (docs/open-platform.md §5.4): only from 12, with a carrier the platform knows. */
export function shipOrder(context: SandboxContext, sellerId: number, request: ShipOrderRequest): void {
  const order = ownOrder(context, sellerId, request.order_no)
  if (order.status !== ORDER_STATUS.awaitingShipment) throw wrongState('订单不是待发货状态，不能发货')
  if (hasOpenRefund(order)) throw wrongState('订单有退款申请，请先处理退款')
  const carrier = findExpressCompany(request.express_code)
  if (!carrier) throw badParameter('express_code', '快递公司不存在')
  const shipped = changeOrder(context, order, {
    status: ORDER_STATUS.shipped,
    waybillNo: request.waybill_no,
    expressCode: carrier.code,
    expressName: carrier.code === OTHER_CARRIER_CODE ? request.express_name : carrier.express_name,
    shippedMs: context.nowMs(),
  })
  expectReceipt(context, shipped)
}

/** The seller corrects the waybill of a parcel on its way (docs/open-platform.md §5.7). */
export function modifyWaybill(context: SandboxContext, sellerId: number, request: ModifyWaybillRequest): void {
  const order = ownOrder(context, sellerId, request.order_no)
  if (order.status !== ORDER_STATUS.shipped) throw wrongState('订单不是已发货状态，不能修改快递单号')
  const carrier = findExpressCompany(request.express_code)
  if (!carrier) throw badParameter('express_code', '快递公司不存在')
  changeOrder(context, order, {
    waybillNo: request.waybill_no,
    expressCode: carrier.code,
    expressName: carrier.express_name,
  })
}

/** The seller sets price and freight before payment (docs/open-platform.md §5.5). */
export function modifyPrice(context: SandboxContext, sellerId: number, request: ModifyPriceRequest): void {
  const order = ownOrder(context, sellerId, request.order_no)
  if (order.status !== ORDER_STATUS.awaitingPayment) throw wrongState('订单已付款，不能改价')
  if (order.channel === 'auction') throw wrongState('鱼市订单不能改价')
  changeOrder(context, order, { goodsFen: request.order_price, freightFen: request.express_fee })
}

/**
 * The report of the very unit that goes to the buyer of a multi-stock listing (docs/open-platform.md §8.3); a second
 * report replaces the first.
 */
export function uploadOrderReport(
  context: SandboxContext,
  sellerId: number,
  request: UploadOrderReportRequest,
): UploadOrderReportData {
  const order = ownOrder(context, sellerId, request.order_no)
  if (order.channel !== 'curated') throw wrongState('只有严选订单可以上传验货报告')
  const isOpen = order.status === ORDER_STATUS.awaitingShipment || order.status === ORDER_STATUS.shipped
  if (!isOpen) throw wrongState('订单不是待发货或已发货状态，不能上传验货报告')
  const reportId = order.reportId ?? context.nextId('report')
  change(context.store, 'order', order.orderNo, order, { reportId })
  return { report_id: reportId }
}
