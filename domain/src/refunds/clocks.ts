import { AUCTION_CLOCKS } from '../auction/clocks.ts'
import type { Channel } from '../channel.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long each step of an after-sale case takes by default, in milliseconds (docs/domain.md §7.4); the marketplace's own deadline goes first. */
export const REFUND_CLOCKS = {
  merchantHandlesMs: 48 * HOUR_MS,
  merchantGivesAddressMs: 48 * HOUR_MS,
  buyerReturnsMs: 7 * DAY_MS,
  merchantReceivesMs: 10 * DAY_MS,
  merchantResendsMs: 48 * HOUR_MS,
  buyerAppealsMs: 48 * HOUR_MS,
  /** The marketplace says three to five working days; the shortest is taken. */
  marketplaceJudgesMs: 3 * DAY_MS,
} as const

/** How long after receipt a buyer may ask, in milliseconds (docs/domain.md §7.4). */
export const ASKING_WINDOW_MS: Readonly<Record<Channel, number>> = {
  auction: AUCTION_CLOCKS.afterSaleMaxMs,
  curated: 7 * DAY_MS,
}
