import { PRODUCT_STATUS } from '../protocol/products.ts'
import { isBidRefused, recordBid, startEntry } from './bidding.ts'
import type { SandboxClock } from './clock.ts'
import { markUnsold, sell } from './conclusion.ts'
import type { EntryDocument } from './documents.ts'
import { changeEntry } from './entry-records.ts'
import type { FaultPlan } from './faults.ts'
import type { EventLoop } from './loop.ts'
import { type BidPlacement, type BuyerBehaviour, ControlRefused, type SandboxControl } from './options.ts'
import { confirmReceipt, endUnpaid, hasOpenRefund, payOrder } from './orders.ts'
import type { Outages } from './outages.ts'
import { BUYER_COUNT } from './people.ts'
import { openRefund, returnGoods, withdrawRefund } from './refunds.ts'
import { nextSession } from './sessions.ts'
import { settleOrder } from './settlements.ts'
import { buy } from './shoppers.ts'
import { authorizeShop, openShop } from './shops.ts'
import type { World } from './world.ts'

export interface ControlParts {
  world: World
  loop: EventLoop
  clock: SandboxClock
  faults: FaultPlan
  outages: Outages
  setBehaviour(behaviour: Partial<BuyerBehaviour>): void
}

/** The controls of whoever runs the sandbox: time, faults, and what buyers do. */
export function createControl(parts: ControlParts): SandboxControl {
  const { world, loop, clock, faults, outages } = parts
  const { store } = world
  const inTransaction = <Result>(work: () => Result): Result => store.transaction(work)

  return {
    nowMs: () => world.nowMs(),
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
      inTransaction(() => openShop(world, shop))
    },
    authorizeShop: (sellerId, userName, expiresAtMs) =>
      expect(
        inTransaction(() => authorizeShop(world, sellerId, userName, expiresAtMs)),
        '店铺不存在',
      ),
    failNext: (fault) => faults.add(fault),
    setFaults: (standing) => faults.setStanding(standing),
    beAway: (outage) => outages.begin(outage),
    comeBack: () => outages.end(),
    failPublish: (errCode, errMsg, times) => faults.addPublishFailure(errCode, errMsg, times ?? 1),
    setBehaviour: parts.setBehaviour,
    placeBid: (bid) => inTransaction(() => placeBid(world, bid)),
    startEntry: (entryId) =>
      inTransaction(() => {
        if (entryOf(world, entryId).status !== 'scheduled') throw new ControlRefused('商品不在待拍中')
        startEntry(world, entryId)
      }),
    concludeEntry: (entryId, { priceFen }) => inTransaction(() => concludeEntry(world, entryId, priceFen).status),
    buyProduct: (productId, quantity, skuId) =>
      inTransaction(() => buyProduct(world, productId, quantity ?? 1, skuId ?? 0)),
    payOrder: (orderNo) =>
      expect(
        inTransaction(() => payOrder(world, orderNo)),
        '订单不是待付款状态',
      ),
    defaultOrder: (orderNo) =>
      expect(
        inTransaction(() => endUnpaid(world, orderNo, true)),
        '订单不是待付款状态',
      ),
    confirmReceipt: (orderNo) =>
      expect(
        inTransaction(() => confirmReceipt(world, orderNo)),
        '订单不是已发货状态，或有退款申请',
      ),
    settleOrder: (orderNo) =>
      expect(
        inTransaction(() => settleNow(world, orderNo)),
        '订单未完成、已结算或有退款申请',
      ),
    openRefund({ orderNo, ...claim }) {
      const refusal = inTransaction(() => openRefund(world, orderNo, claim))
      if (refusal !== null) throw new ControlRefused(refusal)
    },
    returnGoods: (orderNo) =>
      expect(
        inTransaction(() => returnGoods(world, orderNo)),
        '退款不在待买家退货状态',
      ),
    withdrawRefund: (orderNo) =>
      expect(
        inTransaction(() => withdrawRefund(world, orderNo)),
        '没有进行中的退款',
      ),
    nextSession(mode) {
      const { date, number, startMs, endMs } = nextSession(world.sessions, mode, world.nowMs())
      return { scheduleDate: date, scheduleNumber: number, startMs, endMs }
    },
    dump: () => store.dump(),
  }
}

function expect(isDone: boolean, refusal: string): void {
  if (!isDone) throw new ControlRefused(refusal)
}

/** Settles a completed order; false where there is nothing to settle, or a refund stands in the way. */
function settleNow(world: World, orderNo: string): boolean {
  const order = world.store.get('order', orderNo)
  if (!order || order.settledMs > 0 || hasOpenRefund(order)) return false
  settleOrder(world, orderNo, hasOpenRefund)
  return (world.store.get('order', orderNo)?.settledMs ?? 0) > 0
}

function entryOf(world: World, entryId: number): EntryDocument {
  const entry = world.store.get('entry', String(entryId))
  if (!entry) throw new ControlRefused('竞拍商品不存在')
  return entry
}

function placeBid(world: World, bid: BidPlacement): void {
  const entry = entryOf(world, bid.entryId)
  if (bid.buyer < 0 || bid.buyer >= BUYER_COUNT) throw new ControlRefused('买家不存在')
  const refusal = isBidRefused(entry, bid.buyer, bid.amountFen)
  if (refusal !== null) throw new ControlRefused(refusal)
  recordBid(world, entry, bid.buyer, bid.amountFen)
}

function concludeEntry(world: World, entryId: number, priceFen: number | null): EntryDocument {
  const entry = entryOf(world, entryId)
  if (entry.status === 'negotiating' && priceFen === null) return markUnsold(world, entry)
  if (entry.status !== 'scheduled' && entry.status !== 'bidding') throw new ControlRefused('商品不在待拍或竞拍中')
  const ended = changeEntry(world, entry, { status: 'bidding', endMs: world.nowMs() })
  // without a buyer the offers that could not win stay in the record
  if (priceFen === null) {
    return markUnsold(world, { ...ended, bids: ended.bids.filter((bid) => bid.amountFen < ended.reservePriceFen) })
  }
  const buyer = world.random(`concluded:${entryId}`).whole(0, BUYER_COUNT - 1)
  const bids = ended.bids.filter((bid) => bid.amountFen < priceFen)
  const won = { bidId: world.nextId('bid'), buyer, amountFen: priceFen, atMs: world.nowMs(), type: entry.mode }
  return sell(world, { ...ended, bids: [...bids, won] }, buyer, priceFen)
}

function buyProduct(world: World, productId: number, quantity: number, skuId: number): string {
  const product = world.store.get('product', String(productId))
  if (product?.status !== PRODUCT_STATUS.onSale) throw new ControlRefused('商品不在售')
  const stock = product.skus ? product.skus.find((sku) => sku.sku_id === skuId)?.stock : product.stock
  if (stock === undefined) throw new ControlRefused('规格不存在')
  if (stock < quantity) throw new ControlRefused('库存不足')
  const buyer = world.random(`bought:${productId}:${world.nowMs()}:${product.stock}`).whole(0, BUYER_COUNT - 1)
  return buy(world, product, buyer, quantity, skuId).orderNo
}
