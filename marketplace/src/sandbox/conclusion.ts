import type { SandboxContext } from './context.ts'
import type { BidDocument, EntryDocument } from './documents.ts'
import { changeEntry } from './entry-records.ts'
import { expectPayment, placeOrder } from './orders.ts'
import { CLOCKS } from './rules.ts'

/** The bid that wins: the highest, and of equal ones the earlier (docs/domain.md §5.1). */
export function bestBid(bids: readonly BidDocument[]): BidDocument | undefined {
  return bids.reduce<BidDocument | undefined>((best, bid) => {
    if (!best || bid.amountFen > best.amountFen) return bid
    const isEarlier = bid.atMs < best.atMs || (bid.atMs === best.atMs && bid.bidId < best.bidId)
    return bid.amountFen === best.amountFen && isEarlier ? bid : best
  }, undefined)
}

/** The bidding is over: sold, below the reserve and up to the seller, or unsold. */
export function concludeBidding(context: SandboxContext, entry: EntryDocument): EntryDocument {
  const best = bestBid(entry.bids)
  if (!best) return markUnsold(context, entry)
  if (best.amountFen >= entry.reservePriceFen) return sell(context, entry, best.buyer, best.amountFen)
  const negotiateDeadlineMs = context.nowMs() + CLOCKS.negotiationMs
  context.schedule(negotiateDeadlineMs, { type: 'negotiationEnd', entryId: entry.entryId })
  return changeEntry(context, entry, { status: 'negotiating', negotiateDeadlineMs })
}

/** A winner has the goods: the entry is won and an order awaits payment. */
export function sell(context: SandboxContext, entry: EntryDocument, buyer: number, priceFen: number): EntryDocument {
  const product = context.store.get('product', String(entry.productId))
  if (!product || product.stock < 1) return markUnsold(context, entry)
  const order = placeOrder(context, product, { buyer, quantity: 1, skuId: 0, unitPriceFen: priceFen, entry })
  expectPayment(context, order)
  return changeEntry(context, entry, { status: 'won', dealPriceFen: priceFen, orderNo: order.orderNo })
}

/** The seller takes the best offer below the reserve; the deal stands in the record as a row of its own. */
export function acceptOffer(context: SandboxContext, entry: EntryDocument): EntryDocument {
  const best = bestBid(entry.bids)
  if (!best) return markUnsold(context, entry)
  const deal: BidDocument = { ...best, bidId: context.nextId('bid'), atMs: context.nowMs(), type: 'negotiated' }
  return sell(context, { ...entry, bids: [...entry.bids, deal] }, best.buyer, best.amountFen)
}

/** Nobody gets the goods; the merchant may enter them again. */
export function markUnsold(context: SandboxContext, entry: EntryDocument): EntryDocument {
  return changeEntry(context, entry, { status: 'unsold' })
}
