import { PRODUCT_STATUS } from '../protocol/products.ts'
import { adjust, misstate, moveByHand } from './account-orders.ts'
import { isBidRefused, recordBid, startEntry } from './bidding.ts'
import { appealRefund, changeRefund, openRefund, reapplyRefund, returnGoods, withdrawRefund } from './claims.ts'
import type { SandboxClock } from './clock.ts'
import { concludeBidding, markUnsold, sell } from './conclusion.ts'
import type { SandboxContext } from './context.ts'
import type { EntryDocument } from './documents.ts'
import { changeEntry } from './entry-records.ts'
import type { FaultPlan } from './faults.ts'
import type { EventLoop } from './loop.ts'
import { type BidPlacement, type BuyerBehaviour, ControlRefused, type SandboxControl } from './options.ts'
import { CLOSE_REASONS, callOff, confirmReceipt, endUnpaid, hasOpenRefund, payOrder } from './orders.ts'
import type { Outages } from './outages.ts'
import { BUYER_COUNT } from './people.ts'
import { nextSession } from './sessions.ts'
import { settleOrder } from './settlements.ts'
import { buy } from './shoppers.ts'
import { authorizeShop, openShop } from './shops.ts'
import { giveVerdict } from './verdicts.ts'

export interface ControlParts {
  context: SandboxContext
  loop: EventLoop
  clock: SandboxClock
  faults: FaultPlan
  outages: Outages
  setBehaviour(behaviour: Partial<BuyerBehaviour>): void
}

/** The controls of whoever runs the sandbox: time, faults, and what buyers do. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
export function createControl(parts: ControlParts): SandboxControl {
  const { context, loop, clock, faults, outages } = parts
  const { store } = context
  const inTransaction = <Result>(work: () => Result): Result => store.transaction(work)
  /** Does what refuses in words. */
  const obey = (work: () => string | null): void => {
    const refusal = inTransaction(work)
    if (refusal !== null) throw new ControlRefused(refusal)
  }

  return {
    nowMs: () => context.nowMs(),
    async advance(durationMs) {
      const endMs = outages.endsAtMs()
      const awayMs = endMs === null ? 0 : endMs - clock.now()
      if (awayMs > durationMs) return loop.advance(durationMs)
      if (awayMs > 0) await loop.advance(awayMs)
      await outages.end()
      await loop.advance(durationMs - awayMs)
    },
    setSpeed(speed) {
      clock.setSpeed(speed)
      loop.rearm()
    },
    openShop: (shop) => {
      inTransaction(() => openShop(context, shop))
    },
    authorizeShop: (sellerId, userName, expiresAtMs) =>
      expect(
        inTransaction(() => authorizeShop(context, sellerId, userName, expiresAtMs)),
        '店铺不存在',
      ),
    failNext: (fault) => faults.add(fault),
    setFaults: (standing) => faults.setStanding(standing),
    beAway: (outage) => outages.begin(outage),
    comeBack: () => outages.end(),
    failPublish: (errCode, errMsg, times) => faults.addPublishFailure(errCode, errMsg, times ?? 1),
    setBehaviour: parts.setBehaviour,
    placeBid: (bid) => inTransaction(() => placeBid(context, bid)),
    startEntry: (entryId) =>
      inTransaction(() => {
        if (entryOf(context, entryId).status !== 'scheduled') throw new ControlRefused('商品不在待拍中')
        startEntry(context, entryId)
      }),
    concludeEntry: (entryId, outcome) => inTransaction(() => concludeEntry(context, entryId, outcome).status),
    buyProduct: (productId, quantity, skuId) =>
      inTransaction(() => buyProduct(context, productId, quantity ?? 1, skuId ?? 0)),
    payOrder: (orderNo) =>
      expect(
        inTransaction(() => payOrder(context, orderNo)),
        '订单不是待付款状态',
      ),
    defaultOrder: (orderNo) =>
      expect(
        inTransaction(() => endUnpaid(context, orderNo, true)),
        '订单不是待付款状态',
      ),
    closeOrder: (orderNo, reason) =>
      expect(
        inTransaction(() => callOff(context, orderNo, reason ?? CLOSE_REASONS.calledOff)),
        '订单已发货、已结束或有退款申请',
      ),
    confirmReceipt: (orderNo) =>
      expect(
        inTransaction(() => confirmReceipt(context, orderNo)),
        '订单不是已发货状态，或有退款申请',
      ),
    settleOrder: (orderNo) =>
      expect(
        inTransaction(() => settleNow(context, orderNo)),
        '订单未完成、已结算或有退款申请',
      ),
    openRefund: ({ orderNo, ...claim }) => obey(() => openRefund(context, orderNo, claim)),
    changeRefund: (orderNo, amountFen, kind) => obey(() => changeRefund(context, orderNo, amountFen, kind)),
    returnGoods: (orderNo, waybill) => obey(() => returnGoods(context, orderNo, waybill)),
    withdrawRefund: (orderNo) => obey(() => withdrawRefund(context, orderNo)),
    appealRefund: (orderNo) => obey(() => appealRefund(context, orderNo)),
    reapplyRefund: (orderNo) => obey(() => reapplyRefund(context, orderNo)),
    giveVerdict: (orderNo, outcome, keepFen) => obey(() => giveVerdict(context, orderNo, outcome, keepFen)),
    freezeDeposit: (order) => obey(() => moveByHand(context, 'depositFreeze', order)),
    unfreezeDeposit: (order) => obey(() => moveByHand(context, 'depositUnfreeze', order)),
    withdraw: (order) => obey(() => moveByHand(context, 'withdrawal', order)),
    topUp: (order) => obey(() => moveByHand(context, 'topUp', order)),
    adjust: (adjustment) => obey(() => adjust(context, adjustment)),
    misstate: (orderNo, fen) => obey(() => misstate(context, orderNo, fen)),
    nextSession(mode) {
      const { date, number, startMs, endMs } = nextSession(context.sessions, mode, context.nowMs())
      return { scheduleDate: date, scheduleNumber: number, startMs, endMs }
    },
    dump: () => store.dump(),
  }
}

function expect(isDone: boolean, refusal: string): void {
  if (!isDone) throw new ControlRefused(refusal)
}

/** Settles a completed order; false where there is nothing to settle, or a refund stands in the way. */
function settleNow(context: SandboxContext, orderNo: string): boolean {
  const order = context.store.get('order', orderNo)
  if (!order || order.settledMs > 0 || hasOpenRefund(order)) return false
  settleOrder(context, orderNo, hasOpenRefund)
  return (context.store.get('order', orderNo)?.settledMs ?? 0) > 0
}

function entryOf(context: SandboxContext, entryId: number): EntryDocument {
  const entry = context.store.get('entry', String(entryId))
  if (!entry) throw new ControlRefused('竞拍商品不存在')
  return entry
}

function placeBid(context: SandboxContext, bid: BidPlacement): void {
  const entry = entryOf(context, bid.entryId)
  if (bid.buyer < 0 || bid.buyer >= BUYER_COUNT) throw new ControlRefused('买家不存在')
  const refusal = isBidRefused(entry, bid.buyer, bid.amountFen)
  if (refusal !== null) throw new ControlRefused(refusal)
  recordBid(context, entry, bid.buyer, bid.amountFen)
}

function concludeEntry(
  context: SandboxContext,
  entryId: number,
  { priceFen, isOffer = false }: { priceFen: number | null; isOffer?: boolean },
): EntryDocument {
  const entry = entryOf(context, entryId)
  if (entry.status === 'negotiating' && priceFen === null) return markUnsold(context, entry)
  if (entry.status !== 'scheduled' && entry.status !== 'bidding') throw new ControlRefused('商品不在待拍或竞拍中')
  const ended = changeEntry(context, entry, { status: 'bidding', endMs: context.nowMs() })
  // without a buyer the offers that could not win stay in the record
  if (priceFen === null) {
    return markUnsold(context, { ...ended, bids: ended.bids.filter((bid) => bid.amountFen < ended.reservePriceFen) })
  }
  const buyer = context.random(`concluded:${entryId}`).whole(0, BUYER_COUNT - 1)
  const bids = ended.bids.filter((bid) => bid.amountFen < priceFen)
  const won = { bidId: context.nextId('bid'), buyer, amountFen: priceFen, atMs: context.nowMs(), type: entry.mode }
  const final = { ...ended, bids: [...bids, won] }
  return isOffer ? concludeBidding(context, final) : sell(context, final, buyer, priceFen)
}

function buyProduct(context: SandboxContext, productId: number, quantity: number, skuId: number): string {
  const product = context.store.get('product', String(productId))
  if (product?.status !== PRODUCT_STATUS.onSale) throw new ControlRefused('商品不在售')
  const stock = product.skus ? product.skus.find((sku) => sku.sku_id === skuId)?.stock : product.stock
  if (stock === undefined) throw new ControlRefused('规格不存在')
  if (stock < quantity) throw new ControlRefused('库存不足')
  const buyer = context.random(`bought:${productId}:${context.nowMs()}:${product.stock}`).whole(0, BUYER_COUNT - 1)
  return buy(context, product, buyer, quantity, skuId).orderNo
}
