import type { PhotoQueue } from './photo-queue.ts'

/** How often photographs that were lost with the network are tried again. */
const TRY_AGAIN_MS = 5_000

/**
 * Lets a queue go on by itself after the network was lost or the machine slept: at once when the browser says that the
 * network is back or the page is seen again, and otherwise from time to time. Ends with the returned function.
 */
export function keepGoing<Result>(queue: PhotoQueue<Result>): () => void {
  const tryAgain = () => void queue.retryLost()
  const onSeen = () => {
    if (!document.hidden) tryAgain()
  }
  const timer = setInterval(tryAgain, TRY_AGAIN_MS)
  addEventListener('online', tryAgain)
  document.addEventListener('visibilitychange', onSeen)
  return () => {
    clearInterval(timer)
    removeEventListener('online', tryAgain)
    document.removeEventListener('visibilitychange', onSeen)
  }
}
