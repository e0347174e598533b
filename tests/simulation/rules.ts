import {
  type Facts,
  hasLeft,
  isRunning,
  type Offer,
  ONLY,
  phoneOf,
  productsOf,
  shownBySku,
  shownOf,
  skuOf,
  takesGoods,
} from './facts.ts'

/**
 * What must hold at every moment, whatever goes wrong: R1, a phone is offered in one place and sold once; R2, a listing
 * of stock shows no more than can be shipped, SKU by SKU; R7, a phone that came back is not offered on its old report.
 * Judged by what buyers see at the marketplace, and by the phones that lie here. Gives a sentence for each breach.
 */
export function breaches(facts: Facts, { oversold = 0 } = {}): string[] {
  return [
    ...belowNone(facts),
    ...offeredTwice(facts),
    ...oversoldStock(facts, oversold),
    ...otherGoods(facts),
    ...shippedShort(facts),
  ]
}

function belowNone({ products }: Facts): string[] {
  return products
    .filter(({ stock, skus }) => stock < 0 || (skus ?? []).some((sku) => sku.stock < 0))
    .map(({ productId }) => `product ${productId} has less than no stock`)
}

/** Where a phone is offered or sold. */
interface Place {
  readonly name: string
  /** By which of its reports. */
  readonly report: string
  /** The phone was sent away from there: should it be here again, it came back and needs another report. */
  readonly isGone: boolean
}

/** Where a buyer can take the phones of a single listing, or has taken them. */
function placesOf(facts: Facts, offer: Offer): Omit<Place, 'report'>[] {
  return productsOf(facts, offer).flatMap((product) => {
    const entries = facts.entries.filter((entry) => entry.productId === product.productId && isRunning(entry))
    const orders = facts.orders.filter((order) => order.productId === product.productId && takesGoods(order))
    const { listingId } = offer
    const shown = { name: `for sale as ${product.productId} of listing ${listingId}`, isGone: false }
    return [
      ...(shownOf(product) > 0 ? [shown] : []),
      ...entries.map(({ entryId, status }) => ({
        name: `entry ${entryId} (${status}) of listing ${listingId}`,
        isGone: false,
      })),
      ...orders.map((order) => ({
        name: `order ${order.orderNo} (${order.status}) of listing ${listingId}`,
        isGone: hasLeft(order),
      })),
    ]
  })
}

/** Every place of every phone, by its IMEI: over both channels and all shops, whichever report it goes by. */
function allPlaces(facts: Facts): ReadonlyMap<string, Place[]> {
  const places = new Map<string, Place[]>()
  const add = (report: string, place: Omit<Place, 'report'>) => {
    const phone = phoneOf(facts, report)
    places.set(phone, [...(places.get(phone) ?? []), { ...place, report }])
  }
  for (const offer of facts.offers) {
    if (offer.kind === 'single') {
      for (const place of placesOf(facts, offer)) for (const report of offer.phones) add(report, place)
    } else {
      const name = `in the stock of listing ${offer.listingId}`
      for (const report of offer.held) add(report, { name, isGone: false })
    }
  }
  const stock = new Set(facts.offers.filter(({ kind }) => kind === 'stock').map(({ listingId }) => listingId))
  for (const sale of facts.sales) {
    if (sale.listingId === null || !stock.has(sale.listingId)) continue
    const isGone = sale.state === 'shipped' || sale.state === 'completed'
    for (const report of sale.phones) add(report, { name: `picked for order ${sale.orderNo}`, isGone })
  }
  return places
}

function offeredTwice(facts: Facts): string[] {
  const told = ({ name, report }: Place) => `${name} (report ${report})`
  return [...allPlaces(facts)].flatMap(([phone, places]) => {
    const here = places.filter(({ isGone }) => !isGone)
    const again = places.filter(({ report }) => places.filter((one) => one.report === report).length > 1)
    return [
      ...(here.length > 1 ? [`phone ${phone} is in ${here.length} places: ${here.map(told).join('; ')}`] : []),
      ...(again.length > 1 ? [`phone ${phone} is in several places by one report: ${again.map(told).join('; ')}`] : []),
    ]
  })
}

/** Pieces that are shown or ordered, and not yet picked, against the phones that lie in the stock, for each SKU. */
function oversoldStock(facts: Facts, oversold: number): string[] {
  return facts.offers.flatMap((offer) => {
    if (offer.kind !== 'stock') return []
    const products = productsOf(facts, offer)
    const hasSkus = products.some(({ skus }) => skus)
    const counts = new Map<string, { shown: number; ordered: number; held: number }>()
    const countOf = (sku: string) => {
      const known = counts.get(hasSkus ? sku : ONLY) ?? { shown: 0, ordered: 0, held: 0 }
      counts.set(hasSkus ? sku : ONLY, known)
      return known
    }
    for (const product of products) {
      for (const [sku, shown] of shownBySku(product)) countOf(sku).shown += shown
      for (const order of facts.orders) {
        if (order.productId !== product.productId || !takesGoods(order)) continue
        countOf(order.skuOuterId).ordered += order.quantity - picked(facts, order.orderNo)
      }
    }
    for (const report of offer.held) countOf(skuOf(facts, report)).held += 1
    return [...counts]
      .filter(([, { shown, ordered, held }]) => shown + ordered > held + oversold)
      .map(
        ([sku, { shown, ordered, held }]) =>
          `listing ${offer.listingId} shows ${shown} ${sku} and owes ${ordered} with ${held} phones`,
      )
  })
}

/** A buyer gets the SKU that was bought. */
function otherGoods(facts: Facts): string[] {
  const sales = new Map(facts.sales.map((sale) => [sale.orderNo, sale]))
  return facts.orders.flatMap(({ orderNo, skuOuterId }) =>
    (sales.get(orderNo)?.phones ?? [])
      .filter((report) => skuOuterId !== '' && skuOf(facts, report) !== skuOuterId)
      .map(
        (report) => `order ${orderNo} of ${skuOuterId} has phone ${phoneOf(facts, report)}: ${skuOf(facts, report)}`,
      ),
  )
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
