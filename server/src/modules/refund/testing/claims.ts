import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import type { SignedInEmployee as SignedIn } from '../../../../../tests/support/people.ts'
import type { OnSale, ShopOwner, TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { addAddress } from '../../address/commands.ts'

/** A phone that was sold and received, and the case that its buyer has opened. */
export interface Claim {
  readonly unit: OnSale
  readonly orderId: string
  readonly orderNo: string
  readonly refundId: string
}

interface Opening {
  readonly priceFen?: number
  /** What is asked for; less than the price for 补差. */
  readonly amountFen?: number
  readonly isReceived?: boolean
}

export const RETURN_WAYBILL = 'SF9000000000001'

/** What buyers and sellers do about after-sale, through the stand-in marketplace. */
export function claims(gateway: TradingGateway) {
  const { control } = gateway

  /** A phone on its way to its buyer. */
  async function shipped(by: ShopOwner, priceFen: number) {
    const unit = await gateway.onSale(by)
    const order = await gateway.paid(by, unit, priceFen)
    await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit), by.login)
    await gateway.runJobs()
    return { unit, orderId: order.orderId, orderNo: order.orderNo }
  }

  /** A case of an order as the list shows it. */
  async function caseOf(by: SignedIn, orderNo: string) {
    const { list } = await gateway.data(refund.list, { code: orderNo }, by.login)
    const [found] = list
    if (!found) throw new Error(`no case of ${orderNo}`)
    return found
  }

  /** A case of a phone that was shipped; one that its buyer has received is judged first where it is about money. */
  async function opened(
    by: ShopOwner,
    kind: RefundKindCode,
    { priceFen = 200_000, amountFen, isReceived = false }: Opening = {},
  ): Promise<Claim> {
    const sold = await shipped(by, priceFen)
    if (isReceived) control.confirmReceipt(sold.orderNo)
    await gateway.pass(1_000)
    control.openRefund({ orderNo: sold.orderNo, kind, ...(amountFen === undefined ? {} : { amountFen }) })
    await gateway.pass(1_000)
    return { ...sold, refundId: (await caseOf(by, sold.orderNo)).refundId }
  }

  /** The same with a return address in the address book. */
  async function returnAddress(by: ShopOwner): Promise<string> {
    return gateway.db.tenant(by.actor.merchantId, (tx) =>
      addAddress(tx, {
        kind: 'return',
        contactName: '收货员',
        contactPhone: '13800138003',
        regionCode: '440305',
        detail: '科技园二号',
        isDefault: true,
        now: gateway.clock.now(),
      }),
    )
  }

  const detail = (by: SignedIn, { refundId }: Pick<Claim, 'refundId'>) =>
    gateway.data(refund.auctionDetail, { refundId }, by.login)

  /** The buyer has sent the phone back, and it has arrived. */
  async function sentBack(by: ShopOwner, claim: Claim, addressId: string): Promise<void> {
    await gateway.data(refund.agree, { refundId: claim.refundId, addressId }, by.login)
    await gateway.runJobs()
    control.returnGoods(claim.orderNo, RETURN_WAYBILL)
    await gateway.pass(1_000)
  }

  /** It is scanned in and looked at again, and is as it was sold. */
  async function recheckedAsSold(by: ShopOwner, { refundId, unit }: Claim): Promise<void> {
    const scan = { refundId, unitCode: unit.imei, bagCode: unit.bagCode }
    await gateway.data(refundHandling.receive, scan, by.login)
    const [first] = (await gateway.data(refund.auctionDetail, { refundId }, by.login)).units
    await gateway.data(
      refundHandling.recheck,
      { refundId, unitId: first?.unitId ?? '', outcomes: ['asSold'] },
      by.login,
    )
  }

  return { shipped, opened, caseOf, returnAddress, detail, sentBack, recheckedAsSold }
}
