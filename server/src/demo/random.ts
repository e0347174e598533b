/** Draws that depend on a seed and a name only, never on the order in which they are asked for. */
export interface Draws {
  /** A share, at least 0 and below 1. */
  share(): number
  /** A whole number within both ends. */
  whole(least: number, most: number): number
  /** One of several; they must not be empty. */
  pick<T>(among: readonly T[]): T
  /** One of several, each as likely as its weight says. */
  pickWeighted<T>(among: readonly (readonly [T, number])[]): T
}

/** FNV-1a over the name, mixed with the seed. */
function startOf(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Gives the draws of one name: the same seed and name give the same sequence (a mulberry32 generator). */
export function drawsOf(seed: number, name: string): Draws {
  let state = startOf(seed, name)
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(share() * (most - least + 1))
  const pick = <T>(among: readonly T[]): T => {
    const found = among[whole(0, among.length - 1)]
    if (found === undefined) throw new RangeError('there is nothing to draw from')
    return found
  }
  return {
    share,
    whole,
    pick,
    pickWeighted: (among) => {
      let rest = share() * among.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of among) {
        rest -= weight
        if (rest < 0) return value
      }
      return pick(among)[0]
    },
  }
}
