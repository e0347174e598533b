const decoded = (encoding: string, bytes: ArrayBuffer): string => new TextDecoder(encoding).decode(bytes)

/** UTF-16 without a mark: of its digits and commas every second byte is zero. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const some = bytes.subarray(0, 4_000)
  const zeros = [0, 0]
  for (const [at, byte] of some.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < some.length / 10) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * The text of a file. A byte order mark decides; without one it is UTF-8 where it can be, UTF-16 by its zeros, and else
 * GB18030, in which Excel writes CSV in China. A sign that was cut is shown as lost.
 */
export function decodeText(bytes: ArrayBuffer): string {
  const all = new Uint8Array(bytes)
  const [first, second, third] = all
  if (first === 0xff && second === 0xfe) return decoded('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decoded('utf-16be', bytes)
  if (first === 0xef && second === 0xbb && third === 0xbf) return decoded('utf-8', bytes)
  const unmarked = unmarkedUtf16(all)
  if (unmarked !== null) return decoded(unmarked, bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoded('gb18030', bytes)
  }
}
