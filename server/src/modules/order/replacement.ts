import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { markOrder } from '../figure/mark-store.ts'
import { markListed, markSold } from '../inspection/commands.ts'
import { shipBags } from '../inspection/sealed-bag/commands.ts'
import { takeFromStock } from '../listing/stock.ts'
import { linesOfOrder, type OrderLine, type Phone, phoneByReport } from './line-store.ts'
import { faultOfPhone, lockPhone, phoneText, valuesOf } from './picking.ts'
import { requireBag } from './shipment.ts'
import { shipUnit } from './shipment-store.ts'
import { markShortOrders } from './shortage.ts'
import { assignUnit } from './snapshot-store.ts'
import type { OrderRecord, OrderUnit } from './store.ts'

/** The phone that goes out for one that came back, as it was scanned with its bag. */
export interface Replacement {
  readonly unitCode: string
  readonly bagCode: string
  /** The phone of the order that it stands for; null for an order whose phones are not known. */
  readonly replaced: Pick<OrderUnit, 'inspectionId' | 'lineNo' | 'dealPriceFen'> | null
}

/** The line of an order that a phone goes out for, and what it has to be; null where neither is known. */
async function wantedOf(tx: Tx, order: OrderRecord, replaced: Replacement['replaced'], phone: Phone) {
  const lines = await linesOfOrder(tx, order.orderId)
  const { shopAccountId } = order
  if (replaced === null) {
    const [line] = lines
    if (!line) return null
    // what is not known of goods that were sold elsewhere is as it is
    const kind = { modelId: order.modelId || phone.modelId, skuId: line.skuId || phone.skuId }
    return { line, dealPriceFen: line.unitPriceFen, goods: { ...kind, grade: line.grade, shopAccountId } }
  }
  const sold = await phoneByReport(tx, replaced.inspectionId)
  const line = lines.find(({ lineNo }) => lineNo === replaced.lineNo)
  if (sold === null || !line) return null
  const goods = { modelId: sold.modelId, skuId: sold.skuId, grade: line.grade ?? sold.grade, shopAccountId }
  return { line, dealPriceFen: replaced.dealPriceFen, goods }
}

/**
 * Gives an order another phone in place of one that came back, and ships it with its bag: of the same model and SKU, of the
 * grade that was sold or a better one, free, with a report that is still good, as for picking (docs/domain.md §6.4); of an
 * order whose phones are not known, as far as its line says. It leaves the stock that it lay in. The caller holds the order's listing and the order. Gives the phone and its name.
 * Refuses UNIT_NOT_FOUND, what stands in the way of picking the phone, BAG_MISSING and BAG_MISMATCH.
 */
export async function shipReplacement(
  tx: Tx,
  order: OrderRecord,
  { unitCode, bagCode, replaced }: Replacement,
  by: By,
): Promise<{ readonly unitId: string; readonly text: string }> {
  const phone = await lockPhone(tx, { unitCode })
  const wanted = await wantedOf(tx, order, replaced, phone)
  if (wanted === null) return refuse('UNIT_SKU_DIFFERS', {}, { field: 'unitCode' })
  const { line, dealPriceFen, goods } = wanted
  const fault = faultOfPhone({ order, listingId: line.listingId, goods }, phone, by.now)
  if (fault !== null) refuse(fault, valuesOf(phone), { field: 'unitCode' })
  requireBag(phone.bagCode, bagCode, 'bagCode')
  const { orderId, orderNo } = order
  const isAssigned = await assignUnit(tx, orderId, line.lineNo, { ...phone, dealPriceFen })
  if (!isAssigned) return refuse('UNIT_TAKEN', {}, { field: 'unitCode' })
  await leaveStock(tx, line, phone, by)
  await shipUnit(tx, orderId, phone.unitId, phone.bagCode)
  await shipBags(tx, { bags: phone.bagCode === null ? [] : [phone.bagCode], orderId, orderNo, ...by })
  await markOrder(tx, orderId)
  return { unitId: phone.unitId, text: phoneText(phone) }
}

/** The phone is sold from now on: out of the stock of the order's listing, or of none. */
async function leaveStock(
  tx: Tx,
  { listingId, skuId }: Pick<OrderLine, 'listingId' | 'skuId'>,
  { unitId, inspectionId, state, channel }: Phone,
  by: By,
): Promise<void> {
  if (listingId !== null && channel === 'curated') {
    await takeFromStock(tx, { listingId, skuId, unitId, inspectionId }, by)
    await markShortOrders(tx, { listingId, skuId }, by.now)
    return
  }
  if (state === 'listable') await markListed(tx, [inspectionId], by.who, by.now)
  await markSold(tx, [inspectionId], by.who, by.now)
}
