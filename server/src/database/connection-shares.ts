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
  const holders = new Map<string, Holder>()
  /** Those with whom somebody waits, in the order of their turns. */
  const queue = new Map<string, Holder>()
  let using = 0

  const mayUse = (holder: Holder) => using < inAll && holder.using < ofOne

  /** The holder uses one more connection from here on; gives what gives it back, once. */
  function lend(name: string, holder: Holder): () => void {
    holder.using += 1
    using += 1
    let isUsed = true
    return () => {
      if (!isUsed) return
      isUsed = false
      holder.using -= 1
      using -= 1
      forgetIdle(name, holder)
      serveNext()
    }
  }

  function serveNext(): void {
    for (const [name, holder] of queue) {
      if (using >= inAll) return
      if (!mayUse(holder)) continue
      queue.delete(name)
      const begin = holder.waiting.shift()
      // its next turn is behind the others'
      if (holder.waiting.length > 0) queue.set(name, holder)
      begin?.()
    }
  }

  function forgetIdle(name: string, holder: Holder): void {
    if (holder.waiting.length > 0) return
    queue.delete(name)
    if (holder.using === 0) holders.delete(name)
  }

  function turnOf(name: string, holder: Holder, waitMs: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve(lend(name, holder))
      }
      const timer = setTimeout(() => {
        holder.waiting.splice(holder.waiting.indexOf(begin), 1)
        forgetIdle(name, holder)
        reject(new DatabaseUnavailable('too many transactions are under way'))
      }, waitMs)
      holder.waiting.push(begin)
      queue.set(name, holder)
    })
  }

  return {
    take: async (name, waitMs) => {
      const holder = holders.get(name) ?? { using: 0, waiting: [] }
      holders.set(name, holder)
      // whoever waits could not be served either, so nobody is passed over
      return mayUse(holder) ? lend(name, holder) : turnOf(name, holder, waitMs)
    },
  }
}
