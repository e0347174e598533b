/** The first that fits counts: many browsers also carry the names of others. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, '微信'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** A browser's user agent in few words, `Windows · Chrome`; its first word where nothing is known, empty for an empty one. */
export function deviceName(userAgent: string): string {
  const known = [SYSTEMS, BROWSERS].flatMap((kinds) => kinds.find(([sign]) => sign.test(userAgent))?.[1] ?? [])
  return known.length > 0 ? known.join(' · ') : (userAgent.split(/[\s/]/)[0] ?? '')
}
