import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** The rows that a person came for are there first. */
const WAIT_MS = 2500

/** Keeps the answers on screen up to date by the event stream, while the component is there. */
export function useLive(client: QueryClient): void {
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    const timer = setTimeout(async () => {
      // where it cannot be loaded, lists ask from time to time
      const live = await import('./live.ts').catch(() => null)
      if (live && !isGone) stop = live.startLive(client)
    }, WAIT_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop()
    }
  }, [client])
}
