import { LIVE_TOPICS, type LiveTopic } from '@huanji/contract/live'
import type { Query, QueryClient } from '@tanstack/react-query'
import { elapsedMs } from '../platform/clock.ts'

/** A call is asked again at most this often, however much changes. */
const PAUSE_MS = 1_000

export interface Refresher {
  /** Asks again what shows these topics; an answer that was asked for after the change shows it already. */
  changed(topics: readonly LiveTopic[], ageMs: number): void
  all(): void
  /** Asks what was put off while nobody saw the page. */
  seen(): void
  stop(): void
}

/** Asks the queries on screen again whose calls show what changed; those that are not on screen count as out of date. */
export function createRefresher(client: QueryClient): Refresher {
  const askedMs = new WeakMap<Query, number>()
  const stopWatching = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') askedMs.set(event.query, elapsedMs())
  })
  /** When what each call shows changed last. */
  const waiting = new Map<unknown, number>()
  let lastMs = -PAUSE_MS
  let timer: number | undefined

  function ask(): void {
    timer = undefined
    if (document.hidden) return
    lastMs = elapsedMs()
    void client.invalidateQueries({
      predicate: (query) => (askedMs.get(query) ?? 0) <= (waiting.get(query.queryKey[0]) ?? -1),
    })
    waiting.clear()
  }

  function changed(topics: readonly LiveTopic[], ageMs: number): void {
    for (const path of topics.flatMap((topic): readonly string[] => LIVE_TOPICS[topic] ?? [])) {
      waiting.set(path, Math.max(waiting.get(path) ?? 0, elapsedMs() - ageMs))
    }
    timer ??= window.setTimeout(ask, lastMs + PAUSE_MS - elapsedMs())
  }

  return {
    changed,
    all: () => changed(Object.keys(LIVE_TOPICS) as LiveTopic[], 0),
    seen: () => {
      if (waiting.size > 0) ask()
    },
    stop: () => {
      stopWatching()
      clearTimeout(timer)
    },
  }
}
