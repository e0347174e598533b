import type { QueryClient } from '@tanstack/react-query'
import { elapsedMs } from '../platform/clock.ts'

/** Answers are asked again at most this often, however many pictures fail, and first when the page has been open for as long. */
const PAUSE_MS = 60_000

/**
 * Asks what is on screen again when a picture fails: its address is good for one to two hours, and a page that was open
 * for longer loads pictures with addresses that have run out. Gives what ends the watch.
 */
export function watchPictures(client: QueryClient): () => void {
  // addresses that have just come are good: a picture that fails with one is not there at all
  let lastMs = elapsedMs()
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement) || elapsedMs() - lastMs < PAUSE_MS) return
    lastMs = elapsedMs()
    void client.invalidateQueries()
  }
  // such an event does not rise to the document, but passes it on its way down
  document.addEventListener('error', onError, true)
  return () => document.removeEventListener('error', onError, true)
}
