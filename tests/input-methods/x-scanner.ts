/** One key as xdotool presses it; a capital with Shift, which is let go before the letter is, as a USB scanner's report does it. */
function keyArgs(char: string): string[] {
  const isCapital = /[A-Z]/.test(char)
  const key = char.toLowerCase()
  if (!isCapital) return ['keydown', '--delay', '0', key, 'keyup', '--delay', '0', key]
  return [
    ...['keydown', '--delay', '0', 'Shift_L', 'keydown', '--delay', '0', key],
    ...['keyup', '--delay', '0', 'Shift_L', 'keyup', '--delay', '0', key],
  ]
}

/** What xdotool is told to send a code with Enter, its keys this far apart. */
export function scanArgs(code: string, gapMs: number): string[] {
  const keys = [...code].map(keyArgs)
  const pause = ['sleep', String(gapMs / 1000)]
  // nobody scans sooner after the last key
  return ['sleep', '0.2', ...keys.flatMap((key) => [...key, ...pause]), 'key', '--delay', '0', 'Return']
}
