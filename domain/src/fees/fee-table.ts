import type { Channel } from '../channel.ts'
import { clampFen, type Fen, shareOfFen } from '../money.ts'

/** A share of the deal price between a floor and a ceiling, in fen; the rate in hundredths of a percent. */
export interface FeeRule {
  readonly rateBasisPoints: number
  readonly minFen: Fen
  readonly maxFen: Fen
}

export interface ChannelFees {
  readonly service: FeeRule
  /** The seller's share of the inspection of one unit, in fen. */
  readonly inspectionPerUnitFen: Fen
  /** What the way back of a parcel costs the seller, where the goods come back by the seller's fault, in fen. */
  readonly returnFreightFen: Fen
  /** What the payment provider takes of the deal price. */
  readonly payment: FeeRule
}

export interface FeeTable {
  readonly version: string
  /** First Shanghai day on which the rates hold, `yyyy-MM-dd`. */
  readonly effectiveFrom: string
  readonly channels: Readonly<Record<Channel, ChannelFees>>
}

/** The payment fee is borne by the marketplace today; it stays in the chain because settlements name it. */
const NO_PAYMENT_FEE: FeeRule = { rateBasisPoints: 0, minFen: 0, maxFen: 0 }

/**
 * Fee rates by version, oldest first (docs/domain.md §8.1). They change often and are no promise of the marketplace:
 * a bill it sends always wins over what is computed here.
 */
export const FEE_TABLES: readonly FeeTable[] = [
  {
    version: '2026001',
    effectiveFrom: '2026-01-01',
    channels: {
      auction: {
        service: { rateBasisPoints: 200, minFen: 10_00, maxFen: 200_00 },
        inspectionPerUnitFen: 30_00,
        returnFreightFen: 12_00,
        payment: NO_PAYMENT_FEE,
      },
      curated: {
        service: { rateBasisPoints: 60, minFen: 0, maxFen: 60_00 },
        inspectionPerUnitFen: 30_00,
        returnFreightFen: 12_00,
        payment: NO_PAYMENT_FEE,
      },
    },
  },
]

/** The fee on a deal, in fen: the share rounded half up, kept between floor and ceiling (docs/domain.md §8.1). */
export function feeFen(dealFen: Fen, rule: FeeRule): Fen {
  return clampFen(shareOfFen(dealFen, rule.rateBasisPoints), rule.minFen, rule.maxFen)
}

/**
 * What is given back of a service fee once `repaidFen` of the `paidFen` that the buyer paid has gone back, in fen: the same
 * share, whenever it went back and in however many parts (docs/domain.md §8.1).
 */
export function feeReturnFen(
  serviceFeeFen: Fen,
  { repaidFen, paidFen }: { readonly repaidFen: Fen; readonly paidFen: Fen },
): Fen {
  return paidFen <= 0 ? 0 : shareOfFen(serviceFeeFen, Math.min(Math.round((repaidFen / paidFen) * 10_000), 10_000))
}

/** The table that holds on a Shanghai day (`yyyy-MM-dd`), or null before the first one. */
export function feeTableOn(date: string, tables: readonly FeeTable[] = FEE_TABLES): FeeTable | null {
  return tables.findLast((table) => table.effectiveFrom <= date) ?? null
}

/**
 * Refuses fee tables that cannot be right: out of order, a floor above its ceiling, a rate outside 0–100 %.
 * @throws Error naming the version
 */
export function verifyFeeTables(tables: readonly FeeTable[] = FEE_TABLES): void {
  for (const [index, table] of tables.entries()) {
    const before = tables[index - 1]
    if (before && before.effectiveFrom >= table.effectiveFrom) throw new Error(`fees: ${table.version} is out of order`)
    for (const fees of Object.values(table.channels)) {
      for (const rule of [fees.service, fees.payment]) {
        const isShare = rule.rateBasisPoints >= 0 && rule.rateBasisPoints <= 10_000
        if (!isShare || rule.minFen < 0 || rule.minFen > rule.maxFen) {
          throw new Error(`fees: ${table.version} has an impossible rate`)
        }
      }
      if (fees.inspectionPerUnitFen < 0) throw new Error(`fees: ${table.version} has a negative inspection fee`)
      if (fees.returnFreightFen < 0) throw new Error(`fees: ${table.version} has a negative return freight`)
    }
  }
}
