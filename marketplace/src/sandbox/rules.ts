import { AUCTION_CLOCKS } from '@huanji/domain/auction/clocks'
import { type ChannelFees, FEE_TABLES, feeFen, feeTableOn } from '@huanji/domain/fees/fee-table'
import { clampFen, type Fen, shareOfFen } from '@huanji/domain/money'
import { DAY_MS, HOUR_MS, shanghaiDateOf } from './clock.ts'
import type { Channel, OrderDocument } from './documents.ts'

/** How long the stand-in marketplace waits for each step of an order (docs/domain.md §5.3); those of an after-sale case are `REFUND_CLOCKS`. */
export const CLOCKS = {
  lateBidMs: AUCTION_CLOCKS.lateBidWindowMs,
  extensionMs: AUCTION_CLOCKS.extensionMs,
  negotiationMs: AUCTION_CLOCKS.negotiationMs,
  payMs: AUCTION_CLOCKS.payWithinMs,
  /** Of goods that were sold without a promise. */
  plainShipMs: 72 * HOUR_MS,
  autoConfirmMs: AUCTION_CLOCKS.autoConfirmReceiptMs,
  settleMs: DAY_MS,
  /** What the market takes to judge a claim on an auction order; an appeal takes it longer (`REFUND_CLOCKS`). */
  verdictMs: 2 * HOUR_MS,
} as const

/** Within which time goods of each channel are promised to leave where their listing says nothing (docs/open-platform.md §3.6). */
export const USUAL_PROMISES: Readonly<Record<Channel, string>> = { auction: 'FD_24HS', curated: 'FD_48HS', plain: '' }

/** What an auction's buyer pays on top of the deal: 1 %, within 5 and 100 yuan. */
const BUYER_FEE = { rateBasisPoints: 100, minFen: 5_00, maxFen: 100_00 }

/** The part of a deal a winner pays ahead, in hundredths of a percent. */
const PRE_PAYMENT_BASIS_POINTS = 500

/** What late shipment costs the seller: 5 % of the goods, within 5 and 100 yuan. */
const COMPENSATION = { rateBasisPoints: 500, minFen: 5_00, maxFen: 100_00 }

function feesOf(order: Pick<OrderDocument, 'channel' | 'createdMs'>): ChannelFees | null {
  const table = feeTableOn(shanghaiDateOf(order.createdMs)) ?? FEE_TABLES[0]
  if (!table) return null
  return table.channels[order.channel === 'auction' ? 'auction' : 'curated']
}

/** What the marketplace keeps of an order's goods, by the rates of the day of the deal, fen. */
export function serviceFeeFen(order: Pick<OrderDocument, 'channel' | 'createdMs' | 'goodsFen'>): Fen {
  const fees = feesOf(order)
  return fees === null ? 0 : clampFen(feeFen(order.goodsFen, fees.service), 0, order.goodsFen)
}

/** The seller's share of the inspection of an order's phones, each of a lot, fen; plain goods are not inspected. */
export function inspectionFeeFen(order: Pick<OrderDocument, 'channel' | 'createdMs' | 'quantity' | 'reportNos'>): Fen {
  const fees = order.channel === 'plain' ? null : feesOf(order)
  return fees === null ? 0 : fees.inspectionPerUnitFen * (order.reportNos?.length ?? order.quantity)
}

/** What the seller pays for the way back of goods that came back by the seller's fault, fen. */
export const returnFreightFen = (order: Pick<OrderDocument, 'channel' | 'createdMs'>): Fen =>
  feesOf(order)?.returnFreightFen ?? 0

/** What an auction's buyer pays to the marketplace on top of the deal, fen. */
export function buyerFeeFen(dealFen: Fen): Fen {
  return feeFen(dealFen, BUYER_FEE)
}

/** The part of a deal a winner pays ahead, and loses to the seller by not paying the rest, fen. */
export function prePaymentFen(dealFen: Fen): Fen {
  return shareOfFen(dealFen, PRE_PAYMENT_BASIS_POINTS)
}

/** What a buyer gets, at the seller's cost, for goods that were not shipped in time, fen. */
export function compensationFen(goodsFen: Fen): Fen {
  return feeFen(goodsFen, COMPENSATION)
}
