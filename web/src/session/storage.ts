/** Which of the browser's two storages: `local` outlives the window, `session` does not. */
export type Place = 'local' | 'session'

const storageOf = (place: Place): Storage => (place === 'local' ? localStorage : sessionStorage)

/** What the browser would not keep, because its quota is used up or storage is forbidden; it lives as long as the page. */
const unkept = new Map<string, string>()

/** Works on a storage where there is one: a browser can forbid even looking at it. */
function attempt<Result>(place: Place, work: (storage: Storage) => Result): Result | null {
  try {
    return work(storageOf(place))
  } catch {
    return null
  }
}

/** The text under a key in one of the storages; null when there is none. */
export const readTextIn = (key: string, place: Place): string | null => attempt(place, (found) => found.getItem(key))

/** The text under a key, read from the session storage first and then from the local one; empty when there is none. */
export function readText(key: string): string {
  return unkept.get(key) ?? readTextIn(key, 'session') ?? readTextIn(key, 'local') ?? ''
}

/** Stores text under a key. A full or forbidden storage is not an error: the text then lasts as long as the page. */
export function storeText(key: string, text: string, place: Place): void {
  unkept.set(key, text)
  attempt(place, (storage) => {
    storage.setItem(key, text)
    unkept.delete(key)
  })
}

/** Removes a key from both storages. */
export function forget(key: string): void {
  unkept.delete(key)
  for (const place of ['session', 'local'] as const) attempt(place, (storage) => storage.removeItem(key))
}

/** Stores any JSON value under a key. */
export function storeJson(key: string, value: unknown, place: Place): void {
  storeText(key, JSON.stringify(value), place)
}

/**
 * Reads the JSON value under a key, session storage first.
 * @param isValid says whether what was found has the expected shape; anything else gives `fallback`
 */
export function readJson<T>(key: string, fallback: T, isValid: (value: unknown) => value is T): T {
  const text = readText(key)
  if (text === '') return fallback
  try {
    const value: unknown = JSON.parse(text)
    return isValid(value) ? value : fallback
  } catch {
    return fallback
  }
}
