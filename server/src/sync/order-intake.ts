import { ORDER_STATES } from '@huanji/domain/states/order'
import { ORDER_STATUS } from '@huanji/marketplace/protocol/orders'
import type { Tx } from '../database/database.ts'
import { reachedMomentOf } from '../integration/marketplace/times.ts'
import { recordHistory } from '../modules/history/store.ts'
import { skuOfSale } from '../modules/listing/stock.ts'
import { type Listing, type ListingUnit, lockListing, unitsOfListing } from '../modules/listing/store.ts'
import { raiseNotice } from '../modules/notice/raise.ts'
import { setShort } from '../modules/order/line-store.ts'
import { stockPromised } from '../modules/order/shortage.ts'
import { assignUnit, insertOrder, type OrderLine } from '../modules/order/snapshot-store.ts'
import { newId } from '../platform/ids.ts'
import type { OrderSnapshot } from './order.ts'

/** Goods of ours that were sold, locked; `entryId` is the run that they were sold in. */
export interface SoldListing {
  readonly listing: Listing
  readonly entryId: string | null
}

/** The listing behind an order, locked, with the run it came of; null for goods that are not ours. */
export async function lockSoldListing(tx: Tx, { inChannel }: OrderSnapshot): Promise<SoldListing | null> {
  const goods = await inChannel.findGoods(tx)
  const listing = goods && (await lockListing(tx, goods.listingId))
  return listing && { listing, entryId: goods.entryId ?? listing.entryId }
}

/** What was bought, as a line: single phones and lots as they are listed, stock by its SKU. */
async function lineOf(
  tx: Tx,
  { order, inChannel }: OrderSnapshot,
  listing: Listing | null,
  units: readonly ListingUnit[],
): Promise<OrderLine> {
  const { goods } = order
  const isLot = units.length > 1
  const remoteSkuId = goods.sku_id ? String(goods.sku_id) : ''
  const bought = { remoteSkuId, outerId: goods.sku_outer_id ?? '', skuText: goods.sku_text ?? '' }
  return {
    listingId: listing?.listingId ?? null,
    skuId:
      listing?.kind === 'stock' ? ((await skuOfSale(tx, listing.listingId, bought)) ?? '') : (listing?.skuId ?? ''),
    skuText: goods.sku_text ?? '',
    grade: listing?.grade ?? null,
    quantity: isLot ? units.length : goods.quantity,
    picked: listing?.kind === 'stock' ? 0 : units.length,
    ...amountsOf(inChannel.dealPriceFen, isLot ? null : goods.quantity),
  }
}

/** The amounts of a line; the price of one is known where it divides evenly, and null for a lot. */
export function amountsOf(
  dealPriceFen: number,
  quantity: number | null,
): { readonly unitPriceFen: number | null; readonly amountFen: number } {
  const isEven = quantity !== null && dealPriceFen % quantity === 0
  return { unitPriceFen: isEven ? dealPriceFen / quantity : null, amountFen: dealPriceFen }
}

function isUncovered({ order }: OrderSnapshot, units: readonly ListingUnit[]): boolean {
  return units.length === 1 && order.goods.quantity > 1
}

/** What is older did not happen just now: it is taken over with a shop's past. */
export const NEWS_MS = 24 * 3_600_000

async function tellOfOrder(
  tx: Tx,
  { channel, order }: OrderSnapshot,
  { orderId, label }: { readonly orderId: string; readonly label: string },
  now: Date,
): Promise<void> {
  const isOpen =
    order.order_status === ORDER_STATUS.awaitingPayment || order.order_status === ORDER_STATUS.awaitingShipment
  if (!isOpen || Date.parse(reachedMomentOf(order.create_time)) < now.getTime() - NEWS_MS) return
  const about = { kind: 'newOrder', channel: channel.channel, source: orderId, subjectId: orderId } as const
  await raiseNotice(tx, { ...about, label }, now)
}

/**
 * Adds an order that we did not know. Single phones are assigned at once; stock is only promised. What cannot be served,
 * since another order has the phone or more was sold than there is, is taken all the same and marked as short.
 */
export async function addOrder(tx: Tx, snapshot: OrderSnapshot, sold: SoldListing | null, now: Date): Promise<void> {
  const { channel, order, inChannel } = snapshot
  const listing = sold?.listing ?? null
  const isStock = listing?.kind === 'stock'
  const units = listing === null || isStock ? [] : await unitsOfListing(tx, listing.listingId)
  const orderId = newId()
  const line = await lineOf(tx, snapshot, listing, units)
  const added = await insertOrder(tx, {
    orderId,
    channel: channel.channel,
    orderNo: order.order_no,
    listingId: listing?.listingId ?? null,
    shopAccountId: snapshot.shopAccountId,
    title: listing?.title ?? order.goods.title,
    coverKey: listing?.coverKey ?? null,
    modelId: listing?.modelId ?? '',
    modelName: listing?.modelName ?? '',
    skuText: isStock && line.skuText !== '' ? line.skuText : (listing?.skuText ?? line.skuText),
    grade: listing?.grade ?? null,
    unitCount: isStock || listing === null ? order.goods.quantity : listing.unitCount,
    pickedCount: isStock ? 0 : null,
    imei: units[0]?.imei ?? '',
    barCode: units[0]?.barCode ?? '',
    bagCode: units[0]?.bagCode ?? null,
    dealPriceFen: inChannel.dealPriceFen,
    remark: order.seller_remark ?? '',
    buyerId: order.buyer_eid,
    buyerNick: order.buyer_nick,
    orderedAt: reachedMomentOf(order.create_time),
    remoteUpdatedAt: reachedMomentOf(order.update_time),
    lines: [line],
    auction: inChannel.auctionPart(sold && { listingId: sold.listing.listingId, entryId: sold.entryId }),
    now,
  })
  if (!added) return
  let soldElsewhere = 0
  for (const unit of units) {
    const assigned = await assignUnit(tx, orderId, 1, { ...unit, dealPriceFen: line.unitPriceFen })
    if (!assigned) soldElsewhere += 1
  }
  await recordHistory(tx, {
    subject: ORDER_STATES.name,
    subjectId: orderId,
    who: 'marketplace',
    action: 'place',
    actionLabel: channel.placedLabel,
    toState: ORDER_STATES.initial,
    note: soldElsewhere > 0 ? `有${soldElsewhere}台手机已属于其他订单，请联系闲鱼核对` : '',
    now,
  })
  if (soldElsewhere > 0 || isUncovered(snapshot, units)) await setShort(tx, orderId, true, now)
  await tellOfOrder(tx, snapshot, { orderId, label: listing?.modelName || order.goods.title }, now)
  if (listing !== null && channel.keepsStock) {
    await stockPromised(tx, { listingId: listing.listingId, skuId: line.skuId }, now)
  }
}
