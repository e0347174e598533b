import { ORDER_STATES } from '@huanji/domain/states/order'
import type { OrderDocument, ProductDocument } from '@huanji/marketplace/sandbox/documents'
import { type Facts, isRunning, type Offer, ONLY, productsOf, type Sale, shownBySku, shownOf, skuOf } from './facts.ts'

/**
 * Whether both sides say the same once everything has been told: orders, their states and money; goods, where they are on
 * sale, and how many of them. Gives a sentence for each difference.
 */
export function differences(facts: Facts): string[] {
  return [...orderDifferences(facts), ...goodsDifferences(facts), ...moneyDifferences(facts)]
}

const stateOf = ({ status }: OrderDocument): string | undefined =>
  ORDER_STATES.states.find(({ wireCode }) => wireCode === status)?.code

function orderDifferences({ orders, sales }: Facts): string[] {
  const byNo = new Map(sales.map((sale) => [sale.orderNo, sale]))
  const ours = orders.flatMap((order) => {
    const sale = byNo.get(order.orderNo)
    if (!sale) return [`order ${order.orderNo} is not known here`]
    return Object.entries(sides(order, sale))
      .filter(([, [theirs, mine]]) => theirs !== mine)
      .map(([what, [theirs, mine]]) => `order ${order.orderNo}: ${what} is ${theirs} there and ${mine} here`)
  })
  const known = new Set(orders.map(({ orderNo }) => orderNo))
  const theirs = sales
    .filter(({ orderNo }) => !known.has(orderNo))
    .map(({ orderNo }) => `order ${orderNo} is only here`)
  return [...ours, ...theirs]
}

function sides(order: OrderDocument, sale: Sale): Record<string, readonly [unknown, unknown]> {
  return {
    state: [stateOf(order), sale.state],
    price: [order.goodsFen, sale.dealFen],
    freight: [order.freightFen, sale.freightFen],
    pieces: [order.quantity, sale.unitCount],
    payment: [order.paidMs > 0 ? order.paidFen : null, sale.paidFen],
    'price that was paid': [
      order.paidMs > 0 ? order.paidFen : null,
      order.paidMs > 0 ? sale.dealFen + sale.freightFen : null,
    ],
  }
}

const OFF: readonly string[] = [
  'draft',
  'publish_failed',
  'off_shelf',
  'sold_off_shelf',
  'auto_off',
  'deleted',
  'sold_out',
]

function goodsDifferences(facts: Facts): string[] {
  return facts.offers.flatMap((offer) => {
    const products = productsOf(facts, offer)
    const name = `listing ${offer.listingId} (${offer.channel}, ${offer.kind}, ${offer.state}${offer.failure === '' ? '' : `: ${offer.failure}`})`
    const running = facts.entries.filter(
      (entry) => isRunning(entry) && products.some(({ productId }) => productId === entry.productId),
    ).length
    const shown = products.reduce((sum, product) => sum + shownOf(product), 0)
    const found: string[] = []
    if (offer.state === 'publishing') found.push(`${name} is still being published`)
    const there = products.map(({ status, stock, sold }) => `${status} with ${stock}, ${sold} sold`).join('; ')
    if (offer.state === 'on_sale' && shown + running === 0) found.push(`${name} is nowhere on sale (${there})`)
    if (OFF.includes(offer.state) && shown + running > 0) {
      found.push(`${name} is on sale: ${shown} shown, ${running} in a session`)
    }
    if (offer.kind === 'stock' && offer.state === 'on_sale') {
      for (const [sku, pieces] of piecesBySku(products)) {
        const free = freeHere(facts, offer, sku)
        if (pieces !== Math.max(0, free)) found.push(`${name} shows ${pieces} ${sku} of ${free} that are free`)
      }
    }
    return found
  })
}

/** How many pieces of each SKU are shown of a listing, which may have had several products. */
function piecesBySku(products: readonly ProductDocument[]): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>()
  for (const product of products) {
    for (const [sku, shown] of shownBySku(product)) pieces.set(sku, (pieces.get(sku) ?? 0) + shown)
  }
  return pieces
}

const OPEN: readonly string[] = ['awaiting_payment', 'awaiting_shipment', 'shipped']

/** The phones of a SKU that a listing holds, without those that open orders wait for. */
function freeHere(facts: Facts, { listingId, held }: Offer, sku: string): number {
  const isOfSku = (one: string) => sku === ONLY || one === sku
  const owed = facts.sales
    .filter((sale) => sale.listingId === listingId && OPEN.includes(sale.state) && isOfSku(sale.skuId))
    .reduce((sum, { unitCount, phones }) => sum + unitCount - phones.length, 0)
  return held.filter((report) => isOfSku(skuOf(facts, report))).length - owed
}

/** What the marketplace paid for each order, and what our bills say that it paid. */
function moneyDifferences({ settlements, money }: Facts): string[] {
  const theirs = new Map<string, number>()
  for (const { settlement } of settlements) {
    theirs.set(settlement.order_no, (theirs.get(settlement.order_no) ?? 0) + settlement.net_amount)
  }
  const mine = new Map(money.map(({ orderNo, netFen }) => [orderNo, netFen]))
  return [...new Set([...theirs.keys(), ...mine.keys()])]
    .filter((orderNo) => (theirs.get(orderNo) ?? 0) !== (mine.get(orderNo) ?? 0))
    .map(
      (orderNo) =>
        `order ${orderNo}: ${theirs.get(orderNo) ?? 0} was paid there, ${mine.get(orderNo) ?? 0} by our bills`,
    )
}
