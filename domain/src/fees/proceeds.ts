import type { Channel } from '../channel.ts'
import type { Fen } from '../money.ts'
import { isForKeeping, type RefundKindCode } from '../refunds/kinds.ts'
import { faultOf } from '../refunds/reasons.ts'
import type { RefundState } from '../states/refund.ts'
import { shanghaiDate } from '../time.ts'
import type { BillTypeCode } from './bill-types.ts'
import { type ChannelFees, FEE_TABLES, feeTableOn } from './fee-table.ts'
import { type Settlement, type SettlementRow, settle } from './settlement.ts'

/** What of an order its proceeds follow from: money in fen, the moment of the deal ISO 8601. */
export interface OrderDeal {
  readonly channel: Channel
  readonly dealPriceFen: Fen
  /** Freight the buyer paid. */
  readonly freightFen: Fen
  readonly unitCount: number
  readonly orderedAt: string
}

/** Fees follow the rates of the day of the deal; before the first table its rates are the best that is known. */
function feesOn(channel: Channel, orderedAt: string): ChannelFees {
  const table = feeTableOn(shanghaiDate(orderedAt)) ?? FEE_TABLES[0]
  if (!table) throw new Error('there is no fee table')
  return table.channels[channel]
}

/** What the after-sale cases of an order have cost so far. */
export interface Repaid {
  /** Paid back, in fen; without what was paid for keeping the phone. */
  readonly refundFen: Fen
  /** Paid for keeping the phone, in fen. */
  readonly priceDifferenceFen: Fen
  /** How many of them had goods come back by the seller's fault. */
  readonly sellerReturns: number
}

export const NOTHING_REPAID: Repaid = { refundFen: 0, priceDifferenceFen: 0, sellerReturns: 0 }

/** An after-sale case as its order's money takes it. */
export interface PaidCase {
  readonly kind: RefundKindCode
  readonly decidedPlan: 'keep' | 'return' | null
  readonly state: RefundState
  readonly reasonCode: string
  /** What was paid, once it has succeeded, in fen. */
  readonly amountFen: Fen
  /** The waybill of the way back; empty without one. */
  readonly returnWaybill: string
}

/** What the cases of one order have cost: those that succeeded what they paid, those whose goods were received the freight. */
export function repaidBy(cases: readonly PaidCase[]): Repaid {
  const paid = cases.filter(({ state }) => state === 'succeeded')
  const sumOf = (some: readonly PaidCase[]) => some.reduce((sum, { amountFen }) => sum + amountFen, 0)
  const isReceived = ({ state }: PaidCase) => state === 'succeeded' || state === 'awaiting_resend'
  const returned = cases.filter((one) => isReceived(one) && one.returnWaybill !== '')
  return {
    refundFen: sumOf(paid.filter((one) => !isForKeeping(one))),
    priceDifferenceFen: sumOf(paid.filter(isForKeeping)),
    sellerReturns: returned.filter(({ reasonCode }) => faultOf(reasonCode) === 'seller').length,
  }
}

/** An amount as it counts for the seller, in fen: what goes out is negative. */
export const signedFen = (row: { readonly direction: 'in' | 'out'; readonly amountFen: Fen }): Fen =>
  row.direction === 'in' ? row.amountFen : -row.amountFen

/** The same rows with one a type, in the order in which the types come first. */
export function mergeByType(rows: readonly SettlementRow[]): SettlementRow[] {
  const merged = new Map<BillTypeCode, SettlementRow>()
  for (const row of rows) {
    const before = merged.get(row.type)
    if (!before) {
      merged.set(row.type, row)
      continue
    }
    const sum = signedFen(before) + signedFen(row)
    const formula = `${before.formula}；${row.formula}`
    merged.set(row.type, { type: row.type, direction: sum < 0 ? 'out' : 'in', amountFen: Math.abs(sum), formula })
  }
  return [...merged.values()]
}

/**
 * What an order comes to by the fee table of its day, less what its cases have cost (docs/domain.md §8.1), one row a type;
 * amounts in fen.
 */
export function expectedProceeds(
  { channel, dealPriceFen, freightFen, unitCount, orderedAt }: OrderDeal,
  { refundFen, priceDifferenceFen, sellerReturns }: Repaid,
): Settlement {
  const rules = feesOn(channel, orderedAt)
  const { rows, netFen } = settle({
    dealFen: dealPriceFen,
    freightIncomeFen: freightFen,
    rules,
    unitCount,
    refundFen,
    priceDifferenceFen,
    freightCostFen: rules.returnFreightFen * sellerReturns,
  })
  return { rows: mergeByType(rows).filter(({ amountFen }) => amountFen !== 0), netFen }
}
