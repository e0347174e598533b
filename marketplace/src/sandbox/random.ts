import { createHash } from 'node:crypto'

/** A stream of numbers that a seed and a name fix completely: the same name always gives the same stream. */
export interface Random {
  /** At least 0, less than 1. */
  share(): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  chance(probability: number): boolean
  pick<Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number]
}

/**
 * Opens the stream of a name. Streams are drawn per thing (an entry, an order), not from one shared source, so that what one buyer
 * does never depends on when the merchant calls.
 */
export function randomOf(seed: number, name: string): Random {
  const digest = createHash('sha256').update(`${seed}:${name}`).digest()
  let state = digest.readUInt32LE(0)

  function share(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  function whole(min: number, max: number): number {
    return min + Math.floor(share() * (max - min + 1))
  }
  return {
    share,
    whole,
    chance: (probability) => share() < probability,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
  }
}
