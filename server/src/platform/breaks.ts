import { setImmediate as afterOthers } from 'node:timers/promises'

/** Work of one call goes on for so long before others are served. */
const STRETCH_MS = 10

/**
 * Does the same with each of many things, and lets others be served in between: a list as long as the contract takes may
 * be work for longer than anybody else should wait. Gives the results in the order of the things.
 */
export async function mapWithBreaks<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let sinceMs = performance.now()
  for (const [index, item] of items.entries()) {
    if (performance.now() - sinceMs > STRETCH_MS) {
      await afterOthers()
      sinceMs = performance.now()
    }
    results.push(work(item, index))
  }
  return results
}
