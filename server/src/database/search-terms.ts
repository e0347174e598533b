/**
 * Texts as terms, and keywords as parts of terms. A run of ASCII letters and digits is a word and one term. Of a run of
 * other characters, which is mostly Chinese and has no words to split at, each three that stand together are a term,
 * and so are its last two and its last one. Two runs that follow each other are a term too, with what stands between
 * them, behind a mark that no run begins with: a keyword of one run is not looked for among pairs, nor the reverse.
 * Everything is compared in lower case; ASCII punctuation and spaces separate.
 */
const RUNS = /[a-z0-9]+|[^\p{ASCII}\s]+/gu
const WORD = /^[a-z0-9]/
const PAIR = '+'

/** So many characters of a run without words are one term. */
const WINDOW = 3

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

interface Run {
  readonly text: string
  readonly isWord: boolean
  /** Where it begins and ends in the text. */
  readonly start: number
  readonly end: number
}

const runsOf = (text: string): Run[] =>
  [...text.toLowerCase().matchAll(RUNS)].map(({ 0: run, index }) => ({
    text: run,
    isWord: WORD.test(run),
    start: index,
    end: index + run.length,
  }))

function windows(run: string): string[] {
  const characters = Array.from(run)
  return characters.map((_, index) => characters.slice(index, index + WINDOW).join(''))
}

function stretches(word: string): string[] {
  const found = [word.slice(0, WORD_MAX)]
  for (let start = PART_MAX; start + PART_MAX < word.length; start += PART_MAX) {
    found.push(word.slice(start, start + WORD_MAX))
  }
  return found
}

/** Two neighbouring runs with what stands between: of a run without words as much as a window holds. */
function pair(before: Run, after: Run, between: string): string {
  const head = before.isWord ? before.text.slice(-PART_MAX) : Array.from(before.text).slice(-WINDOW).join('')
  const tail = after.isWord ? after.text.slice(0, PART_MAX) : Array.from(after.text).slice(0, WINDOW).join('')
  return `${PAIR}${head}${between}${tail}`
}

const pairsOf = (text: string, runs: readonly Run[]): string[] =>
  runs.slice(1).flatMap((after, index) => {
    const before = runs[index]
    return before === undefined ? [] : [pair(before, after, text.toLowerCase().slice(before.end, after.start))]
  })

/** The terms of some texts, each once, in byte order. */
export function termsOf(texts: readonly string[]): string[] {
  const terms = texts.flatMap((text) => {
    const runs = runsOf(text)
    const single = runs.flatMap((run) => (run.isWord ? stretches(run.text) : windows(run.text)))
    return [...single, ...pairsOf(text, runs)]
  })
  return [...new Set(terms)].sort()
}

/** The ends of a term by which a part of it is found; of a window only the whole, for its ends are terms themselves. */
export function endsOf(term: string): string[] {
  if (WORD.test(term)) return Array.from(term, (_, index) => term.slice(index))
  if (!term.startsWith(PAIR)) return [term]
  // what is found by a pair begins in its first run
  const characters = Array.from(term.slice(PAIR.length))
  const first = Array.from(runsOf(term)[0]?.text ?? '')
  return first.map((_, index) => PAIR + characters.slice(index).join(''))
}

/** What a keyword asks of the terms. */
export function partsOf(keyword: string): KeywordParts {
  const text = keyword.toLowerCase()
  const runs = runsOf(text)
  if (runs.length === 2 && isWithinPair(text, runs)) return { parts: [PAIR + text], isExact: true }
  const single = runs.flatMap((run) => {
    if (run.isWord) return [run.text.slice(0, PART_MAX)]
    const found = windows(run.text)
    return found.length > WINDOW - 1 ? found.slice(0, 1 - WINDOW) : found.slice(0, 1)
  })
  // of three runs and more the inner ones are whole, so that the pairs are those of the text
  const parts = runs.length > 2 ? [...single, ...pairsOf(text, runs)] : single
  return { parts: [...new Set(parts)], isExact: single.length === 1 && single[0] === text }
}

const fits = (run: Run): boolean => (run.isWord ? run.text.length <= PART_MAX : Array.from(run.text).length <= WINDOW)

/** Whether a keyword of two runs is part of the term that two such runs make: nothing before, after or cut off. */
const isWithinPair = (text: string, runs: readonly Run[]): boolean =>
  runs[0]?.start === 0 && runs[1]?.end === text.length && runs.every(fits)
