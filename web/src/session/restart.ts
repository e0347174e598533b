/** Written and removed where a person signs out, so that other windows know it from a session that was lost. */
export const SIGNED_OUT_KEY = 'signedOut'

interface Start {
  readonly restart: (address: string) => Promise<void>
  readonly askMenuAgain: () => Promise<void>
}

const nothing = async () => {}
let work: Start = { restart: nothing, askMenuAgain: nothing }

/** Set once by the start-up, which alone can make a new router. */
export function onRestart(restart: Start['restart'], askMenuAgain: Start['askMenuAgain'] = nothing): void {
  work = { restart, askMenuAgain }
}

/**
 * Begins anew at an address without loading the page again: after signing in, out, or for another merchant.
 * Pages are registered for the permissions of whoever is signed in then.
 */
export const restartAt = (address: string): Promise<void> => work.restart(address)

/** Asks for the menu once more; the page that is being used stays as it is unless the rights have changed. */
export const askMenuAgain = (): Promise<void> => work.askMenuAgain()

let isStale = false
const listeners = new Set<() => void>()

/** Says whether the menu on screen is the one of an earlier start, because no answer came. */
export function setMenuStale(next: boolean): void {
  isStale = next
  for (const listener of listeners) listener()
}

/** The same for `useSyncExternalStore`: `[subscribe, read]`. */
export const MENU_STALENESS = [
  (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  () => isStale,
] as const
