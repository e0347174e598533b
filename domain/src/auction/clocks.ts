const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long each step of an auction and its order takes by default, in milliseconds (docs/domain.md §5.3). */
export const AUCTION_CLOCKS = {
  /** Entries close this long before the session opens. */
  listingCutOffMs: 30 * MINUTE_MS,
  openSessionMs: 30 * MINUTE_MS,
  sealedSessionMinMs: 60 * MINUTE_MS,
  sealedSessionMaxMs: 120 * MINUTE_MS,
  /** A bid this close to the end of an open session extends it. */
  lateBidWindowMs: 2 * MINUTE_MS,
  extensionMs: 2 * MINUTE_MS,
  /** How long the seller may think about a highest bid below the reserve. */
  negotiationMs: 60 * MINUTE_MS,
  payWithinMs: 24 * HOUR_MS,
  shipWithinMs: 24 * HOUR_MS,
  autoConfirmReceiptMs: 10 * DAY_MS,
  autoReceiveReturnMs: 15 * DAY_MS,
  /** After-sale may be asked for during 24 to 48 hours after receipt; the marketplace's own deadline goes first. */
  afterSaleMinMs: 24 * HOUR_MS,
  afterSaleMaxMs: 48 * HOUR_MS,
} as const
