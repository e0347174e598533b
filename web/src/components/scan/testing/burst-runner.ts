import type { BurstReader, BurstResult } from '../burst.ts'

/** A key with the time that passes before it, in milliseconds. */
export type TimedKey = readonly [key: string, gapMs: number]

/** Lets a reader take keys, settling it after its silences as the page does, the last one included. */
export function readKeys(reader: BurstReader, keys: readonly TimedKey[], startMs = 10_000): readonly BurstResult[] {
  const results: BurstResult[] = []
  const pause = (gapMs: number) => {
    const waitMs = reader.waitMs()
    if (waitMs !== null && gapMs > waitMs) results.push(...reader.settle())
  }
  let atMs = startMs
  for (const [key, gapMs] of keys) {
    pause(gapMs)
    atMs += gapMs
    const reading = reader.take(key, atMs)
    if (reading.kind === 'start') results.push(...reading.ended)
    if (reading.kind === 'ended') results.push(...reading.results)
  }
  pause(Number.POSITIVE_INFINITY)
  return results.map(({ kind, text }) => ({ kind, text }))
}

/** The keys of a code, each `gapMs` after the one before; the first comes `firstGapMs` after whatever was before. */
export const keysOf = (code: string, gapMs = 12, firstGapMs = 3000): TimedKey[] =>
  [...code].map((key, index) => [key, index === 0 ? firstGapMs : gapMs])
