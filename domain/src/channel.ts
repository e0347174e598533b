/** Where a phone is sold: at auction (鱼市) or at a fixed price in the curated channel (严选). */
export const CHANNELS = ['auction', 'curated'] as const

/** It is always given, never assumed. */
export type Channel = (typeof CHANNELS)[number]
