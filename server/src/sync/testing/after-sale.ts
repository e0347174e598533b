import type { Channel } from '@huanji/domain/channel'
import type { RefundAction } from '@huanji/domain/states/refund'
import { curatedReport, phoneProduct } from '@huanji/marketplace/sandbox/testing/goods'
import type { RefundRequest, ReturnAddress } from '../../modules/refund/request.ts'
import { findRefund, type RefundRecord } from '../../modules/refund/store.ts'
import { makeRequest } from '../../modules/request/commands.ts'
import { pollOrders } from '../polls.ts'
import type { ShopOwner, TradingGateway } from './trading-gateway.ts'

const MINUTE_MS = 60_000
export const CASE_PRICE_FEN = 200_000

const REPORT = {
  summary: '功能正常',
  items: [{ group_name: '外观', question_name: '边框', answer_name: '轻微划痕', answer_type: 2 as const }],
}

export const RETURN_TO: ReturnAddress = {
  name: '退货仓',
  phone: '13800138003',
  province: '广东省',
  city: '深圳市',
  district: '南山区',
  detail: '科技园二号',
}

/** Orders that were sold at the sandbox, for cases to be opened on, and what a merchant asks for one. */
export function afterSaleTrade(gateway: TradingGateway, by: ShopOwner) {
  const { control, services } = gateway
  const { marketplace } = services
  const { sellerId, merchantId } = by.seller
  const notify_url = `${gateway.url}/marketplace/push`

  function product(change: Parameters<typeof phoneProduct>[0]) {
    const request = phoneProduct({ price: CASE_PRICE_FEN, ...change })
    const publish_shop = request.publish_shop.map((one) => ({ ...one, user_name: `shop${sellerId}` }))
    return marketplace.createProduct(sellerId, { ...request, publish_shop })
  }

  async function boughtCurated(count: number): Promise<string[]> {
    const kind = { item_biz_type: 19, report_data: { yx_3c: curatedReport } }
    const { product_id } = await product({ ...kind, stock: count })
    await marketplace.publishProduct(sellerId, { product_id, user_name: [`shop${sellerId}`], notify_url })
    await gateway.pass(MINUTE_MS)
    return Array.from({ length: count }, () => control.buyProduct(product_id))
  }

  async function wonAtAuction(count: number): Promise<string[]> {
    const { scheduleDate, scheduleNumber } = control.nextSession('open')
    const entries: number[] = []
    for (let index = 0; index < count; index += 1) {
      const { product_id } = await product({})
      const entry = await marketplace.uploadEntry(sellerId, {
        product_id,
        user_name: `shop${sellerId}`,
        mode: 'open',
        degree: 'A 95新',
        notify_url,
        schedule_date: scheduleDate,
        schedule_number: scheduleNumber,
        out_id: `case-${product_id}`,
        start_price: 150_000,
        reserve_price: 184_000,
        report: REPORT,
      })
      entries.push(entry.entry_id)
    }
    await gateway.pass(MINUTE_MS)
    return entries.map((entryId) => {
      control.concludeEntry(entryId, { priceFen: CASE_PRICE_FEN })
      const { entry = {} } = control.dump()
      return (entry[String(entryId)] as { orderNo: string }).orderNo
    })
  }

  /** Orders that are paid and on their way, or received. */
  async function orders(channel: Channel, count: number, { received = true } = {}): Promise<string[]> {
    // how they were sold is nobody's matter here: they are met as they stand in the end
    control.setFaults({ dropPushes: true })
    const orderNos = channel === 'auction' ? await wonAtAuction(count) : await boughtCurated(count)
    for (const order_no of orderNos) {
      control.payOrder(order_no)
      const parcel = { waybill_no: 'SF1002001234567', express_code: 'shunfeng', express_name: '顺丰速运' }
      await marketplace.shipOrder(sellerId, { order_no, ...parcel })
      if (received) control.confirmReceipt(order_no)
    }
    control.setFaults({ dropPushes: false })
    await pollOrders(services, by.seller)
    return orderNos
  }

  const told = (orderNo: string) => marketplace.refundDetail(sellerId, { order_no: orderNo })

  /** The present case of an order as it stands here. */
  async function caseOf(orderNo: string): Promise<RefundRecord> {
    const { refund_no: refundNo } = await told(orderNo)
    const found = await gateway.db.tenant(merchantId, (tx) => findRefund(tx, { refundNo }))
    if (found === null) throw new Error(`the case ${refundNo} is not known`)
    return found
  }

  const caseById = (refundId: string) => gateway.db.tenant(merchantId, (tx) => findRefund(tx, { refundId }))

  /** What each of the merchant's moves asks for, in the state that a case stands in. */
  function requestFor(action: RefundAction, refund: RefundRecord): RefundRequest | null {
    const { state, kind, amountFen } = refund
    const isAsked = state === 'awaiting_merchant' || state === 'awaiting_address'
    switch (action) {
      case 'agreeRefund':
      case 'agreeResend':
      case 'agreeWithoutAddress':
        return isAsked ? { want: 'refund_agreed', state, kind, amountFen, address: null } : null
      case 'agreeReturn':
      case 'confirmAddress':
        return isAsked ? { want: 'refund_agreed', state, kind, amountFen, address: RETURN_TO } : null
      case 'refuse':
        return state === 'awaiting_merchant' || state === 'awaiting_receipt'
          ? { want: 'refund_refused', state, reason: '未沟通协商一致', explanation: '描述里已写明', photoIds: [] }
          : null
      case 'confirmReceipt':
      case 'confirmExchange':
        return { want: 'return_confirmed', state: 'awaiting_receipt', kind, amountFen }
      case 'confirmCompensation':
        return { want: 'plan_taken', state: 'awaiting_merchant', plan: 'keep', amountFen: refund.keepPlanFen ?? 0 }
      case 'confirmReturn':
        return { want: 'plan_taken', state: 'awaiting_merchant', plan: 'return', amountFen: refund.returnPlanFen ?? 0 }
      case 'resend':
        return { want: 'goods_resent', state: 'awaiting_resend', carrierCode: 'SF', waybill: 'SF1002007654321' }
      default:
        return null
    }
  }

  /** Writes down what is asked of the marketplace for a case, as a call of the owner's does. */
  const ask = (refund: RefundRecord, desired: RefundRequest): Promise<void> =>
    gateway.db.tenant(merchantId, (tx) =>
      makeRequest(tx, {
        subject: 'refund',
        subjectId: refund.refundId,
        desired,
        requestedBy: by.actor.employeeId,
        now: gateway.clock.now(),
      }),
    )

  const sql = async <Row>(text: string, values: readonly unknown[]) =>
    (await gateway.database.open.ownerQuery(text, [...values])).rows as Row[]

  /** What the history of a case tells: who did what. */
  const historyOf = (refundId: string) =>
    sql<{ who: string; action: string; from_state: string | null; to_state: string | null }>(
      'select who, action, from_state, to_state from history where subject_id = $1 order by at, sequence',
      [refundId],
    )

  return { orders, told, caseOf, caseById, requestFor, ask, sql, historyOf }
}

export type AfterSaleTrade = ReturnType<typeof afterSaleTrade>
