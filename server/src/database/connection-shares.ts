import { DatabaseUnavailable } from './errors.ts'

/** Hands out connections so that nobody can take them all. */
export interface ConnectionShares {
  /**
   * Waits until `holder` may use one more connection; the returned function gives it back. Those who wait are served in
   * turns, one of each holder, and each holder's in the order of asking.
   * @throws DatabaseUnavailable when its turn does not come within `waitMs`
   */
  take(holder: string, waitMs: number): Promise<() => void>
}

export interface ShareLimits {
  /** So many connections are used at the same time. */
  readonly inAll: number
  /** So many of them by one holder. */
  readonly ofOne: number
}

interface Holder {
  using: number
  readonly waiting: (() => void)[]
}

/**
 * Bounds how many connections are used at the same time, by one holder and by all: calls of one merchant that wait for a
 * row that is locked must leave connections to everybody else, and a merchant with a thousand calls waits for its turn
 * like one with a single call.
 */
export function createConnectionShares({ inAll, ofOne }: ShareLimits): ConnectionShares {
  /** In the order of their turns. */
  const holders = new Map<string, Holder>()
  let using = 0

  function serveNext(): void {
    while (using < inAll) {
      const next = [...holders].find(([, holder]) => holder.waiting.length > 0 && holder.using < ofOne)
      if (next === undefined) return
      const [name, holder] = next
      holders.delete(name)
      holders.set(name, holder)
      holder.using += 1
      using += 1
      holder.waiting.shift()?.()
    }
  }

  function forgetIdle(name: string, holder: Holder): void {
    if (holder.using === 0 && holder.waiting.length === 0) holders.delete(name)
  }

  return {
    take: (name, waitMs) =>
      new Promise((resolve, reject) => {
        const holder = holders.get(name) ?? { using: 0, waiting: [] }
        holders.set(name, holder)
        let isUsed = true
        const giveBack = () => {
          if (!isUsed) return
          isUsed = false
          holder.using -= 1
          using -= 1
          forgetIdle(name, holder)
          serveNext()
        }
        const begin = () => {
          clearTimeout(timer)
          resolve(giveBack)
        }
        const timer = setTimeout(() => {
          holder.waiting.splice(holder.waiting.indexOf(begin), 1)
          forgetIdle(name, holder)
          reject(new DatabaseUnavailable('too many transactions are under way'))
        }, waitMs)
        holder.waiting.push(begin)
        serveNext()
      }),
  }
}
