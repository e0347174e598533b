import type { Readings } from '@huanji/domain/pinyin'
import { pinyin } from 'pinyin-pro'

const KEPT_MAX = 5_000
const kept = new Map<string, Readings>()

const syllablesOf = (name: string): Readings =>
  // a family name has a reading of its own: 单 is shan
  pinyin(name, { toneType: 'none', type: 'array', mode: 'surname', v: true }).map((syllable) => [
    syllable.toLowerCase(),
  ])

/** How a person's name is read. What was worked out is kept, since each keystroke asks for all of a merchant's names. */
export function readingsOfName(name: string): Readings {
  const known = kept.get(name)
  if (known) return known
  const readings = syllablesOf(name)
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(name, readings)
  return readings
}
