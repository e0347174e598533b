import { shortOrders } from '@huanji/domain/orders/delivery-stock'
import { ORDER_STATES } from '@huanji/domain/states/order'
import type { Tx } from '../../database/database.ts'
import { recordHistory } from '../history/store.ts'
import { countStock, requestStock } from '../listing/stock.ts'
import { setShort, waitingForStock } from './line-store.ts'

/** One SKU of a listing of stock. */
export interface StockKey {
  readonly listingId: string
  readonly skuId: string
}

/**
 * What follows when stock was sold, or a sale of it was undone: the orders that cannot be served are marked 缺货, and the
 * marketplace is to show what is left. The caller holds the listing.
 */
export async function stockPromised(tx: Tx, key: StockKey, now: Date): Promise<void> {
  await markShortOrders(tx, key, now)
  await requestStock(tx, key.listingId, now)
}

/** Marks the orders that wait for a SKU as short, or not, after what is free of it now; first come, first served. */
export async function markShortOrders(tx: Tx, { listingId, skuId }: StockKey, now: Date): Promise<void> {
  const [count] = await countStock(tx, listingId, now, skuId)
  const waiting = await waitingForStock(tx, listingId, skuId)
  const short = shortOrders(waiting, count?.free ?? 0)
  for (const { orderId, isShort: wasShort, hasEnded } of waiting) {
    const isShort = short.has(orderId) && !hasEnded
    if (isShort === wasShort) continue
    await setShort(tx, orderId, isShort, now)
    await recordHistory(tx, {
      subject: ORDER_STATES.name,
      subjectId: orderId,
      who: 'system',
      action: isShort ? 'fellShort' : 'stocked',
      actionLabel: isShort ? '缺货' : '已补足库存',
      note: isShort ? '已售数量超过库存，请补足手机或关闭订单' : '',
      now,
    })
  }
}
