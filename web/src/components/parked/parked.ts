import type { createBrowserRouter } from 'react-router'
import { elapsedMs } from '../../platform/clock.ts'
import { loginContext } from '../../session/session.ts'
import { type Overlays, putAsideOverlays, putBackOverlays } from '../overlay/overlay-host.tsx'

/**
 * The page of a session that ended by itself, with everything that was typed on it and in its dialogs. It stays there,
 * hidden and without effects, until the same person signs in again; anybody else, and whoever signs out, ends it.
 */

/** Whoever is away for longer finds an empty page. */
const KEPT_MS = 12 * 3_600_000

export interface Parked {
  readonly router: ReturnType<typeof createBrowserRouter>
  /** The address and the history's entry of the page. */
  readonly address: string
  readonly entry: unknown
  readonly person: string
  /** What the person might do: a page for other rights is another page. */
  readonly rights: string
  readonly atMs: number
  readonly overlays: Overlays
}

let parked: Parked | null = null
let why = ''

/** Who is signed in, for which merchant. */
export const person = (): string => `${loginContext().merchantId} ${loginContext().employeeId}`

/** Why the last session ended, as the server said it; empty after a sign-in and where nobody's did. */
export const endedBecause = (): string => why

export const tellEnd = (text: string): void => {
  why = text
}

export const parkedPage = (): Parked | null => parked

export function park(page: Omit<Parked, 'atMs' | 'overlays'>): void {
  parked = { ...page, atMs: elapsedMs(), overlays: putAsideOverlays() }
}

export function dropParked(): void {
  parked = null
}

/** The parked page where it is this person's, of this address and these rights; its dialogs are open again. It is no longer parked. */
export function takeParked(address: string, rights: string): Parked | null {
  const page = parked
  parked = null
  if (!page || page.person !== person() || page.address !== address || page.rights !== rights) return null
  if (elapsedMs() - page.atMs > KEPT_MS) return null
  putBackOverlays(page.overlays)
  return page
}
