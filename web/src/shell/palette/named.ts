import { READINGS } from 'virtual:readings'
import { lettersOf, type Readings, readsAs } from '@huanji/domain/pinyin'

let signs: ReadonlyMap<string, readonly string[]> | undefined

/** How each sign is read that stands in the title of a page or an action, from the table `fa发 bu布不部`. */
function readingsOfSigns(): ReadonlyMap<string, readonly string[]> {
  const read = new Map<string, string[]>()
  for (const group of READINGS.split(' ')) {
    const syllable = /^[a-z]+/.exec(group)?.[0] ?? ''
    for (const sign of group.slice(syllable.length)) read.set(sign, [...(read.get(sign) ?? []), syllable])
  }
  return read
}

/** How a title is read; a sign without a reading, such as a letter, is read as itself. */
export function readingsOf(title: string): Readings {
  signs ??= readingsOfSigns()
  const known = signs
  return [...title.toLowerCase()].map((sign) => known.get(sign) ?? [sign])
}

/** Whether words name a title: by a part of it, or by its pinyin in full or by first letters; no words name every title. */
export function isNamed(title: string, words: string): boolean {
  if (title.toLowerCase().includes(words.toLowerCase())) return true
  const letters = lettersOf(words)
  return letters !== null && readsAs(readingsOf(title), letters)
}
