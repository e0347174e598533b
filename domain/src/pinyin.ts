/** How the signs of a text are read, in their order: each with its syllables without tones, in small letters. */
export type Readings = readonly (readonly string[])[]

/** Letters as people type pinyin: without tones, in small letters, spaces and apostrophes left out; null for other text. */
export function lettersOf(typed: string): string | null {
  const letters = typed.normalize('NFKC').toLowerCase().replaceAll(/[\s']/g, '')
  return /^[a-z]+$/.test(letters) ? letters : null
}

/** What may be typed for a syllable: its first letter, `zh`, `ch` and `sh`, or all of it. */
function waysOf(syllable: string): string[] {
  const first = /^[zcs]h/.exec(syllable)?.[0]
  return [syllable, ...(first ? [first] : []), syllable.slice(0, 1)]
}

/** Where letters can stand after a sign was read from each of some places of them; true once none are left. */
function placesAfter(syllables: readonly string[], letters: string, places: ReadonlySet<number>): Set<number> | true {
  const after = new Set<number>()
  for (const place of places) {
    const rest = letters.slice(place)
    for (const syllable of syllables) {
      if (syllable.startsWith(rest)) return true
      for (const way of waysOf(syllable)) if (rest.startsWith(way)) after.add(place + way.length)
    }
  }
  return after.has(letters.length) ? true : after
}

/** Whether letters name what is read from a sign on; each place of the letters is looked at once a sign. */
function readsFrom(readings: Readings, at: number, letters: string): boolean {
  let places: Set<number> | true = new Set([0])
  for (const syllables of readings.slice(at)) {
    places = placesAfter(syllables, letters, places)
    if (places === true) return true
    if (places.size === 0) return false
  }
  return false
}

/**
 * Whether letters name a text, or a part of it, by pinyin: in full (`fabu`), by first letters (`zjlb`), or mixed (`zhijlb`);
 * the last syllable may be unfinished.
 * @param letters what `lettersOf` gave
 */
export const readsAs = (readings: Readings, letters: string): boolean =>
  readings.some((_, at) => readsFrom(readings, at, letters))
