/**
 * A key for one intent of a person: sent with a write and again with its retries, so that the server answers a repeat
 * with the first result. `getRandomValues` works on plain HTTP too, where `randomUUID` does not exist.
 */
export function newIntentKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
