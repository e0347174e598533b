import { readText, storeText } from '../../session/storage.ts'
import { NEWS_VERSION } from './news-version.ts'

const KEY = 'helpNewsSeen'

/** Whether this browser has shown the news of this version. */
export const isNewsSeen = (): boolean => readText(KEY) === NEWS_VERSION

/** The news are on screen: the dot goes, in this window and in the others. */
export function markNewsSeen(): void {
  if (isNewsSeen()) return
  storeText(KEY, NEWS_VERSION, 'local')
  // the browser tells the other windows by itself
  dispatchEvent(new StorageEvent('storage', { key: KEY }))
}

/** Calls back when the news may have been seen, here or in another window; gives the way to stop it. */
export function onNewsSeen(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
