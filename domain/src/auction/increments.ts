import type { Fen } from '../money.ts'

interface Band {
  /** The band holds prices below this, in fen. */
  readonly belowFen: Fen
  readonly stepsFen: readonly Fen[]
}

/** Prices of 15 yuan and less are not stepped. */
const UNSTEPPED_UP_TO_FEN = 1500

/** Steps by price band, in fen, rising (docs/domain.md §5.2). */
const BANDS: readonly Band[] = [
  { belowFen: 100_00, stepsFen: [5_00, 10_00, 15_00] },
  { belowFen: 500_00, stepsFen: [10_00, 15_00, 20_00] },
  { belowFen: 1000_00, stepsFen: [15_00, 30_00, 45_00] },
  { belowFen: 2000_00, stepsFen: [20_00, 40_00, 60_00] },
  { belowFen: 3500_00, stepsFen: [30_00, 60_00, 90_00] },
  { belowFen: 5000_00, stepsFen: [40_00, 70_00, 100_00] },
  { belowFen: Number.POSITIVE_INFINITY, stepsFen: [50_00, 100_00, 150_00] },
]

/** The raises offered at a price, in fen from small to large; none up to 15 yuan. */
export function bidStepsFor(priceFen: Fen): Fen[] {
  if (priceFen <= UNSTEPPED_UP_TO_FEN) return []
  return [...(BANDS.find((band) => priceFen < band.belowFen)?.stepsFen ?? [])]
}
