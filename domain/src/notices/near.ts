const HOUR_MS = 3_600_000

/** How long before its end something is told of, in milliseconds. */
export const NEAR_MS = {
  /** A parcel can still be packed and handed over. */
  shipping: 2 * HOUR_MS,
  /** A case can still be looked into. */
  refund: 6 * HOUR_MS,
  /** The shop's owner can still be asked to consent anew. */
  shopConsent: 7 * 24 * HOUR_MS,
} as const

/** As many unused bags or fewer are few: about a day's work of a small shop. */
export const FEW_BAGS = 30
