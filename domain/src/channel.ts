/** Where a phone is sold: at auction (鱼市) or at a fixed price in the curated channel (严选). */
export const CHANNELS = ['auction', 'curated'] as const

/** It is always given, never assumed. */
export type Channel = (typeof CHANNELS)[number]

/** What the work on one phone depends on its channel for (docs/domain.md §6.5). */
interface ChannelRules {
  /** The items that are asked: the smallest sensible set, or all. */
  readonly itemSet: 'quick' | 'full'
  /** Whether a phone must lie in a sealed bag before it can be offered; where it need not, it may. */
  readonly needsBag: boolean
}

export const CHANNEL_RULES: Readonly<Record<Channel, ChannelRules>> = {
  auction: { itemSet: 'quick', needsBag: true },
  curated: { itemSet: 'full', needsBag: false },
}
