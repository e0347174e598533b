import type { Channel } from '../channel.ts'
import type { Fen } from '../money.ts'
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

/** What an order comes to by the fee table of its day (docs/domain.md §8.1), one row a type; amounts in fen. */
export function expectedProceeds({ channel, dealPriceFen, freightFen, unitCount, orderedAt }: OrderDeal): Settlement {
  const rules = feesOn(channel, orderedAt)
  const { rows, netFen } = settle({ dealFen: dealPriceFen, freightIncomeFen: freightFen, rules, unitCount })
  return { rows: mergeByType(rows), netFen }
}
