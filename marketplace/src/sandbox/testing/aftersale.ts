import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import type { Channel } from '../documents.ts'
import { SELLER_ID } from './merchant.ts'
import { receivedOn, returnAddress } from './orders.ts'
import type { SandboxFixture } from './sandbox-fixture.ts'

/** What the tests ask for, for keeping the phone. */
export const DIFFERENCE_FEN = 20_000

/** Plays after-sale cases in the sandbox of the test that is running: what either side does, and the way to each state. */
export function afterSaleIn(current: () => SandboxFixture) {
  const refundOf = (orderNo: string) => current().client.refundDetail(SELLER_ID, { order_no: orderNo })
  const statusOf = async (orderNo: string) => (await refundOf(orderNo)).refund_status
  const orderOf = (orderNo: string) => current().client.orderDetail(SELLER_ID, { order_no: orderNo })
  const agree = (orderNo: string, more: object = {}) =>
    current().client.agreeRefund(SELLER_ID, { order_no: orderNo, ...more })
  const agreeWithAddress = (orderNo: string) => agree(orderNo, { return_address: returnAddress })
  const refuse = (orderNo: string) =>
    current().client.refuseRefund(SELLER_ID, {
      order_no: orderNo,
      refuse_reason: '未沟通协商一致',
      refuse_explain: '描述里已写明',
      refuse_images: [{ src: 'https://images.example.com/9.jpg', width: 900, height: 1200, size: 1 }],
    })
  const resend = (orderNo: string) =>
    current().client.resendGoods(SELLER_ID, {
      order_no: orderNo,
      express_code: 'shunfeng',
      express_name: '顺丰速运',
      waybill_no: 'SF1002007654321',
    })
  const perform = (orderNo: string, plan: 'onlyRefund' | 'refundAndReturn') =>
    current().client.performAuctionAftersale(SELLER_ID, { order_no: orderNo, service_type: plan })

  /** A received order on which a claim by the seller's fault stands at 1. */
  async function claimed(channel: Channel, kind: RefundKindCode): Promise<string> {
    const orderNo = await receivedOn(current(), channel)
    const amount = kind === 'priceDifference' ? { amountFen: DIFFERENCE_FEN } : {}
    current().sandbox.control.openRefund({ orderNo, kind, detail: '成色不符', ...amount })
    return orderNo
  }

  /** How each state is reached on the curated channel. */
  const reach = {
    awaitingSeller: (kind: RefundKindCode) => claimed('curated', kind),
    awaitingAddress: (kind: RefundKindCode) => goOn(reach.awaitingSeller(kind), (orderNo) => agree(orderNo)),
    awaitingReturn: (kind: RefundKindCode) => goOn(reach.awaitingSeller(kind), agreeWithAddress),
    awaitingReceipt: (kind: RefundKindCode): Promise<string> =>
      goOn(reach.awaitingReturn(kind), (orderNo) => current().sandbox.control.returnGoods(orderNo)),
    awaitingResend: (kind: RefundKindCode) => goOn(reach.awaitingSeller(kind), (orderNo) => agree(orderNo)),
    refused: (kind: RefundKindCode) => goOn(reach.awaitingSeller(kind), refuse),
  }

  return { refundOf, statusOf, orderOf, agree, agreeWithAddress, refuse, resend, perform, claimed, reach }
}

/** Goes on from where an order has come. */
export async function goOn(reached: Promise<string>, act: (orderNo: string) => unknown): Promise<string> {
  const orderNo = await reached
  await act(orderNo)
  return orderNo
}
