import { machineMs } from '../../platform/clock.ts'
import { toast } from '../toast/toast.ts'

const TRIES = 3
const PAUSE_MS = 400
/** How long it waits before it asks an unreachable server again, unless the network is said to be back before. */
const AWAY_MS = 3000
const RELOADED_KEY = 'reloadedAt'
/** Within this time after a reload, a chunk that still cannot be loaded is a fault and not an old page. */
const RELOAD_GUARD_MS = 60_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Reloads once: after a new release the old page's chunks are gone, and only a fresh page knows the new names. */
function reloadOnce(): boolean {
  if (machineMs() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < RELOAD_GUARD_MS) return false
  sessionStorage.setItem(RELOADED_KEY, String(machineMs()))
  location.reload()
  return true
}

/** A page that is reloaded while the server is away is lost, and what was typed with it. */
const isReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Comes back when the network is said to be there again, or it is time to ask once more. */
const networkReturns = (): Promise<unknown> => {
  const waiting = new AbortController()
  const isBack = new Promise((resolve) => addEventListener('online', resolve, { signal: waiting.signal }))
  return Promise.race([pause(AWAY_MS), isBack]).finally(() => waiting.abort())
}

async function tryOften<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (attempt === TRIES) throw error
      await pause(PAUSE_MS * attempt)
    }
  }
}

/**
 * Makes a lazy import that survives a lost connection and a new release. It tries three times; while the server is
 * unreachable it says so once and goes on when it is back; else it reloads the page, at most once a minute.
 * @param manner `quiet` for what nobody has asked for: it says nothing and never reloads
 * @throws what the import threw, when nothing of that helped
 */
export function lateModule<Module>(load: () => Promise<Module>, manner?: 'quiet'): () => Promise<Module> {
  return async () => {
    for (let isTold = manner === 'quiet'; ; isTold = true) {
      try {
        return await tryOften(load)
      } catch (error) {
        if (await isReachable()) {
          // The reload ends this page; the promise stays open so that no error flashes up before.
          if (manner !== 'quiet' && reloadOnce()) return new Promise<never>(() => {})
          throw error
        }
        if (!isTold) toast('info', '网络不通，恢复后自动打开')
        await networkReturns()
      }
    }
  }
}
