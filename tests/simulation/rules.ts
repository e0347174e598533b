import { type Facts, isRunning, type Offer, productsOf, shownOf, takesGoods } from './facts.ts'

/**
 * What must hold at every moment, whatever goes wrong: R1, a phone is offered in one place and sold once; R2, a listing
 * of stock shows no more than can be shipped. Judged by what buyers see at the marketplace, and by the phones that lie
 * here. Gives a sentence for each breach.
 */
export function breaches(facts: Facts, { oversold = 0 } = {}): string[] {
  return [...belowNone(facts), ...offeredTwice(facts), ...oversoldStock(facts, oversold), ...shippedShort(facts)]
}

function belowNone({ products }: Facts): string[] {
  return products
    .filter(({ stock, skus }) => stock < 0 || (skus ?? []).some((sku) => sku.stock < 0))
    .map(({ productId }) => `product ${productId} has less than no stock`)
}

/** Where a buyer can take the phones of a single listing, or has taken them. */
function placesOf(facts: Facts, offer: Offer): string[] {
  return productsOf(facts, offer).flatMap((product) => {
    const entries = facts.entries.filter((entry) => entry.productId === product.productId && isRunning(entry))
    const orders = facts.orders.filter((order) => order.productId === product.productId && takesGoods(order))
    return [
      ...(shownOf(product) > 0 ? [`for sale as ${product.productId} of listing ${offer.listingId}`] : []),
      ...entries.map(({ entryId, status }) => `entry ${entryId} (${status}) of listing ${offer.listingId}`),
      ...orders.map(({ orderNo, status }) => `order ${orderNo} (${status}) of listing ${offer.listingId}`),
    ]
  })
}

function offeredTwice(facts: Facts): string[] {
  const places = new Map<string, Set<string>>()
  const add = (phone: string, place: string) => places.set(phone, (places.get(phone) ?? new Set()).add(place))
  for (const offer of facts.offers) {
    if (offer.kind === 'single') {
      for (const place of placesOf(facts, offer)) for (const phone of offer.phones) add(phone, place)
    } else for (const phone of offer.held) add(phone, `in the stock of listing ${offer.listingId}`)
  }
  const stock = new Set(facts.offers.filter(({ kind }) => kind === 'stock').map(({ listingId }) => listingId))
  for (const sale of facts.sales) {
    const isPicked = sale.listingId !== null && stock.has(sale.listingId)
    if (isPicked) for (const phone of sale.phones) add(phone, `picked for order ${sale.orderNo}`)
  }
  return [...places]
    .filter(([, found]) => found.size > 1)
    .map(([phone, found]) => `phone ${phone} is in ${found.size} places: ${[...found].join('; ')}`)
}

/** Pieces that are shown or ordered, and not yet picked, against the phones that lie in the stock. */
function oversoldStock(facts: Facts, oversold: number): string[] {
  return facts.offers.flatMap((offer) => {
    if (offer.kind !== 'stock') return []
    const products = productsOf(facts, offer)
    const shown = products.reduce((sum, product) => sum + shownOf(product), 0)
    const owed = products.flatMap(({ productId }) =>
      facts.orders
        .filter((order) => order.productId === productId && takesGoods(order))
        .map(({ orderNo, quantity }) => quantity - picked(facts, orderNo)),
    )
    const ordered = owed.reduce((sum, pieces) => sum + pieces, 0)
    if (shown + ordered <= offer.held.length + oversold) return []
    return [`listing ${offer.listingId} shows ${shown} and owes ${ordered} with ${offer.held.length} phones`]
  })
}

const picked = ({ sales }: Facts, orderNo: string): number =>
  sales.find((sale) => sale.orderNo === orderNo)?.phones.length ?? 0

function shippedShort({ sales, offers }: Facts): string[] {
  const ours = new Set(offers.map(({ listingId }) => listingId))
  return sales
    .filter(({ state, listingId }) => state === 'shipped' && listingId !== null && ours.has(listingId))
    .filter(({ phones, unitCount }) => phones.length !== unitCount)
    .map(
      ({ orderNo, phones, unitCount }) => `order ${orderNo} was shipped with ${phones.length} of ${unitCount} phones`,
    )
}
