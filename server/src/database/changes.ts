import type { LiveTopic } from '@huanji/contract/live'
import type { PeerLink } from './peer-link.ts'

/** Changes of one merchant are told together, this long after the first of them. */
const TOGETHER_MS = 150
/** What has changed is remembered for so long, for streams that were away. */
const REMEMBERED_MS = 10 * 60_000
/** Above so many merchants those whose changes are old are forgotten; should that not do, all are. */
const REMEMBERED_MERCHANTS = 10_000
/** A moment by which clocks and messages may be apart. */
const MARGIN_MS = 1_000

/** What was committed for a merchant, by whatever process. */
export interface Change {
  readonly merchantId: string
  readonly topics: ReadonlySet<LiveTopic>
  /** How long ago the newest of it was committed. */
  readonly ageMs: number
}

export interface ChangeListener {
  changed(change: Change): void
  /** Changes of other processes may have been lost: anything may be different. */
  missed(): void
  /** Whether the changes of all processes are heard from now on. */
  standing(isWhole: boolean): void
}

/** Tells what was committed, in this process and in all others of the same database. */
export interface ChangeFeed {
  on(listener: ChangeListener): () => void
  /** Begins to hear the other processes; without it only what this one commits is told. */
  hearOthers(): void
  /** False while changes of other processes may not be heard. */
  isWhole(): boolean
  /** What changed for a merchant within the last `ms` milliseconds; null when nobody can say. */
  changedWithin(merchantId: string, ms: number): ReadonlySet<LiveTopic> | null
}

export interface Changes extends ChangeFeed {
  /** Takes note of a commit. */
  note(merchantId: string, topics: Iterable<LiveTopic>): void
  close(): Promise<void>
}

interface Noted {
  readonly topics: Set<LiveTopic>
  newestMs: number
}

/** What `createChanges` gives the link to call. */
export interface LinkEvents {
  received(change: Change): void
  missed(): void
  standing(isWhole: boolean): void
}

/**
 * Collects commits by merchant and tells them to the listeners and, where there is a link, to the other processes.
 * @param makeLink null for the embedded database, which has one process
 */
export function createChanges(makeLink: ((events: LinkEvents) => PeerLink) | null): Changes {
  const listeners = new Set<ChangeListener>()
  let noted = new Map<string, Noted>()
  let timer: NodeJS.Timeout | undefined
  let isWhole = makeLink === null
  const memory = createMemory()

  const tell = (change: Change) => {
    memory.add(change)
    for (const listener of listeners) listener.changed(change)
  }
  const link = makeLink?.({
    received: tell,
    missed: () => {
      memory.clear()
      for (const listener of listeners) listener.missed()
    },
    standing: (next) => {
      isWhole = next
      if (next) memory.clear()
      for (const listener of listeners) listener.standing(next)
    },
  })

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const nowMs = performance.now()
    const changes = [...noted].map(([merchantId, { topics, newestMs }]) => {
      return { merchantId, topics, ageMs: nowMs - newestMs }
    })
    noted = new Map()
    for (const change of changes) tell(change)
    link?.send(changes)
  }

  return {
    note: (merchantId, topics) => {
      const one = noted.get(merchantId) ?? { topics: new Set(), newestMs: 0 }
      for (const topic of topics) one.topics.add(topic)
      one.newestMs = performance.now()
      noted.set(merchantId, one)
      timer ??= setTimeout(flush, TOGETHER_MS)
    },
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hearOthers: () => link?.listen(),
    isWhole: () => isWhole,
    changedWithin: (merchantId, ms) => (isWhole ? memory.within(merchantId, ms) : null),
    close: async () => {
      flush()
      await link?.close()
    },
  }
}

/** When each topic of a merchant changed last. */
function createMemory() {
  const merchants = new Map<string, Map<LiveTopic, number>>()
  let knownSinceMs = performance.now()

  function forgetOld(nowMs: number): void {
    for (const [merchantId, topics] of merchants) {
      if (Math.max(...topics.values()) < nowMs - REMEMBERED_MS) merchants.delete(merchantId)
    }
    if (merchants.size > REMEMBERED_MERCHANTS) {
      merchants.clear()
      knownSinceMs = nowMs
    }
  }

  return {
    add: ({ merchantId, topics, ageMs }: Change) => {
      const nowMs = performance.now()
      const known = merchants.get(merchantId) ?? new Map<LiveTopic, number>()
      for (const topic of topics) known.set(topic, nowMs - ageMs)
      merchants.set(merchantId, known)
      if (merchants.size > REMEMBERED_MERCHANTS) forgetOld(nowMs)
    },
    clear: () => {
      merchants.clear()
      knownSinceMs = performance.now()
    },
    within: (merchantId: string, ms: number): ReadonlySet<LiveTopic> | null => {
      const sinceMs = performance.now() - ms - MARGIN_MS
      if (sinceMs < knownSinceMs || ms > REMEMBERED_MS) return null
      const known = merchants.get(merchantId) ?? []
      return new Set([...known].flatMap(([topic, atMs]) => (atMs >= sinceMs ? [topic] : [])))
    },
  }
}
