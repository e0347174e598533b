/**
 * Texts as terms, and keywords as parts of terms. A word of ASCII letters and digits is one term. Of a run of other
 * characters, which is mostly Chinese and has no words to split at, each two that stand together are a term, and so is
 * the last one. Everything is compared in lower case; ASCII punctuation and spaces separate.
 */
const RUNS = /[a-z0-9]+|[^\p{ASCII}\s]+/gu
const WORD = /^[a-z0-9]/

/** A longer word is cut into stretches that overlap by half, so that whatever is half as long lies in one of them. */
const WORD_MAX = 32
const PART_MAX = WORD_MAX / 2

/** A keyword, as what must be found among the terms. */
export interface KeywordParts {
  /** Each must be part of a term of the text. Empty when nothing of the keyword can be looked up. */
  readonly parts: readonly string[]
  /** True when a text that has a term with the part holds the keyword, and needs no further comparison. */
  readonly isExact: boolean
}

function pairs(run: string): string[] {
  const characters = Array.from(run)
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

function stretches(word: string): string[] {
  const found = [word.slice(0, WORD_MAX)]
  for (let start = PART_MAX; start + PART_MAX < word.length; start += PART_MAX) {
    found.push(word.slice(start, start + WORD_MAX))
  }
  return found
}

/** The terms of some texts, each once, in byte order. */
export function termsOf(texts: readonly string[]): string[] {
  const runs = texts.flatMap((text) => text.toLowerCase().match(RUNS) ?? [])
  const terms = runs.flatMap((run) => (WORD.test(run) ? stretches(run) : pairs(run)))
  return [...new Set(terms)].sort()
}

/** The ends of a term by which a part of it is found: those of a word, and a pair of characters as a whole. */
export function endsOf(term: string): string[] {
  return WORD.test(term) ? Array.from(term, (_, index) => term.slice(index)) : [term]
}

/** What a keyword asks of the terms. */
export function partsOf(keyword: string): KeywordParts {
  const runs = keyword.toLowerCase().match(RUNS) ?? []
  const parts = runs.flatMap((run) => {
    if (WORD.test(run)) return [run.slice(0, PART_MAX)]
    const found = pairs(run)
    return found.length > 1 ? found.slice(0, -1) : found
  })
  return { parts: [...new Set(parts)], isExact: parts.length === 1 && parts[0] === keyword.toLowerCase() }
}
