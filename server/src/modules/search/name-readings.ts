import type { Readings } from '@huanji/domain/pinyin'
import { pinyin, polyphonic } from 'pinyin-pro'

const KEPT_MAX = 5_000
const kept = new Map<string, Readings>()

/** What is typed for ü: `v`, and in passports `yu`, or `u` where only the dots are missing. */
const waysOfUmlaut = (syllable: string): string[] =>
  /^[ln]v/.test(syllable) ? [syllable, syllable.replace('v', 'u'), syllable.replace('v', 'yu')] : [syllable]

/**
 * The reading that the name has, and the others that its signs have: who looks for 乐 types le or yue. A family name has a
 * reading of its own, 单 is shan, and it stands at the head alone: the 乐 of 李乐 is none.
 */
function syllablesOf(name: string): Readings {
  const likeliest = pinyin(name, { toneType: 'none', type: 'array', mode: 'surname', surname: 'head', v: true })
  const others = polyphonic(name, { toneType: 'none', type: 'array', v: true })
  return likeliest.map((syllable, at) => [
    ...new Set([syllable, ...(others[at] ?? [])].flatMap((one) => waysOfUmlaut(one.toLowerCase()))),
  ])
}

/** How a person's name is read. What was worked out is kept, since each keystroke asks for all of a merchant's names. */
export function readingsOfName(name: string): Readings {
  const known = kept.get(name)
  if (known) return known
  const readings = syllablesOf(name)
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(name, readings)
  return readings
}
