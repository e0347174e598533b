let restart: (address: string) => Promise<void> = async () => {}

/** Set once by the start-up, which alone can make a new router. */
export function onRestart(run: (address: string) => Promise<void>): void {
  restart = run
}

/**
 * Begins anew at an address without loading the page again: after signing in, out, or for another merchant.
 * Pages are registered for the permissions of whoever is signed in then.
 */
export const restartAt = (address: string): Promise<void> => restart(address)
