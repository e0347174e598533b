import { DatabaseUnavailable } from './errors.ts'

/** Hands out connections so that nobody can take them all. */
export interface ConnectionShares {
  /**
   * Waits until `holder` may use one more connection, in the order of asking; the returned function gives it back.
   * @throws DatabaseUnavailable when the holder's share stayed full for too long
   */
  take(holder: string): Promise<() => void>
}

interface Holder {
  using: number
  readonly waiting: (() => void)[]
}

/**
 * Bounds how many connections one holder uses at the same time: calls of one merchant that wait for a row that is locked
 * must leave connections to everybody else.
 */
export function createConnectionShares(limit: number, waitMs: number): ConnectionShares {
  const holders = new Map<string, Holder>()

  function giveBack(name: string, holder: Holder): void {
    // whoever waits longest uses it from here on, so the count stays
    const next = holder.waiting.shift()
    if (next !== undefined) next()
    else holder.using -= 1
    if (holder.using === 0) holders.delete(name)
  }

  function turnOf(holder: Holder): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        holder.waiting.splice(holder.waiting.indexOf(begin), 1)
        reject(new DatabaseUnavailable('too many transactions of one merchant are under way'))
      }, waitMs)
      holder.waiting.push(begin)
    })
  }

  return {
    take: async (name) => {
      const holder = holders.get(name) ?? { using: 0, waiting: [] }
      holders.set(name, holder)
      if (holder.using < limit) holder.using += 1
      else await turnOf(holder)
      return () => giveBack(name, holder)
    },
  }
}
