/** As a dictionary orders names: by their reading, numbers within by their value. */
const collator = new Intl.Collator('zh-Hans-CN', { numeric: true })

/**
 * Orders names that people choose from, the same on every database, whose own order hangs on how it was made, and under every
 * language of the machine.
 */
export const compareNames = (one: string, other: string): number =>
  collator.compare(one, other) || Number(one > other) - Number(one < other)
