/**
 * A random id of 128 bits, as 32 hexadecimal digits. `getRandomValues` works on plain HTTP too, where `randomUUID` does
 * not exist.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
