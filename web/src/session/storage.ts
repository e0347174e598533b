/** Which of the browser's two storages: `local` outlives the window, `session` does not. */
export type Place = 'local' | 'session'

const storageOf = (place: Place): Storage => (place === 'local' ? localStorage : sessionStorage)

/** The text under a key, read from the session storage first and then from the local one; empty when there is none. */
export function readText(key: string): string {
  return sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? ''
}

/** Stores text under a key. A full or forbidden storage is not an error: what is kept here is a convenience. */
export function storeText(key: string, text: string, place: Place): void {
  try {
    storageOf(place).setItem(key, text)
  } catch {
    // The browser's quota is used up or storage is forbidden; the application works on without it.
  }
}

/** Removes a key from both storages. */
export function forget(key: string): void {
  sessionStorage.removeItem(key)
  localStorage.removeItem(key)
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
