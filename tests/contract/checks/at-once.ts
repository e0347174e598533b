/** So many requests that do not depend on each other are under way at the same time: fewer than a merchant may have waiting. */
const AT_ONCE = 6

/** Does work for each of the items, some of them at the same time, and gives the results in their order. */
export async function someAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const rest = [...items.entries()]
  const takeTurns = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
  return results
}

/** Whether the case of that number is tried. */
export type IsTried = (index: number) => boolean

export const EVERY: IsTried = () => true
