import { z } from 'zod'
import { PRODUCT_STATUS } from '../protocol/products.ts'
import type { SandboxContext } from './context.ts'
import { expectPayment, payOrder } from './orders.ts'
import { BUYER_COUNT } from './people.ts'
import { buy } from './shoppers.ts'

/** The order or product of a call that a buyer can be quicker with. */
const namedSchema = z.object({ order_no: z.string().optional(), product_id: z.int().optional() })

/** A buyer is a moment quicker than the merchant's call: pays the order that it names, or buys of its product. */
export function overtake(context: SandboxContext, by: 'payment' | 'purchase', body: unknown): void {
  const named = namedSchema.safeParse(body)
  if (!named.success) return
  const { order_no: orderNo, product_id: productId } = named.data
  context.store.transaction(() => {
    if (by === 'payment' && orderNo !== undefined) payOrder(context, orderNo)
    if (by === 'purchase' && productId !== undefined) buyOne(context, productId)
  })
}

function buyOne(context: SandboxContext, productId: number): void {
  const product = context.store.get('product', String(productId))
  if (product?.status !== PRODUCT_STATUS.onSale) return
  const sku = product.skus?.find(({ stock }) => stock > 0)
  const buyer = context.random(`overtaken:${productId}:${product.stock}`).whole(0, BUYER_COUNT - 1)
  expectPayment(context, buy(context, product, buyer, 1, sku?.sku_id ?? 0))
}
