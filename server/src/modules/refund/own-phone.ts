import type { Tx } from '../../database/database.ts'
import { everyShop } from '../../database/shop-bound.ts'
import { findModel } from '../catalogue/known.ts'
import { unitsByAnyCode } from '../inspection/unit-store.ts'
import { findOrder } from '../order/store.ts'
import { salesOf } from './own-phone-store.ts'

/**
 * Whose phone a code names, where it lies here and so cannot have come in a buyer's parcel: our stock's, or another order's
 * that it has not left for. Null for a phone of nobody here, and for one that was sold and is gone: its buyer may have
 * sent it in this one's place. Over all shops; an order of a shop that the person is not bound to is not named.
 */
export async function ownPhoneText(tx: Tx, code: string, orderId: string): Promise<string | null> {
  const [unit] = await unitsByAnyCode(everyShop(tx), code)
  if (!unit || unit.state === 'voided') return null
  const sales = await salesOf(everyShop(tx), unit.unitId)
  if (sales.some((sale) => sale.orderId === orderId || sale.dispatchState === 'shipped')) return null
  const held = sales.find(({ holding }) => holding)
  const named = `这台${(await findModel(tx, unit.modelId))?.name ?? '手机'}（${unit.barCode}）`
  if (held && held.dispatchState !== 'returned') {
    const order = await findOrder(tx, { orderId: held.orderId })
    return order === null ? `${named}是另一个订单要发的` : `${named}是订单${order.orderNo}要发的`
  }
  return `${named}就在您的库里，还没卖出`
}
