import { nowMs } from '../platform/clock.ts'

const TRIES = 3
const PAUSE_MS = 400
const RELOADED_KEY = 'reloadedAt'
/** Within this time after a reload, a chunk that still cannot be loaded is a fault and not an old page. */
const RELOAD_GUARD_MS = 60_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Reloads once: after a new release the old page's chunks are gone, and only a fresh page knows the new names. */
function reloadOnce(): boolean {
  if (nowMs() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < RELOAD_GUARD_MS) return false
  sessionStorage.setItem(RELOADED_KEY, String(nowMs()))
  location.reload()
  return true
}

/**
 * Makes a lazy import that survives a lost connection and a new release: it tries three times, then reloads the page,
 * at most once a minute.
 * @throws what the import threw, when nothing of that helped
 */
export function lazyPage<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await load()
      } catch (error) {
        if (attempt < TRIES) {
          await pause(PAUSE_MS * attempt)
          continue
        }
        // The reload ends this page; the promise stays open so that no error flashes up before.
        if (navigator.onLine && reloadOnce()) return new Promise<never>(() => {})
        throw error
      }
    }
  }
}
