/**
 * Texts as terms, and keywords as parts of terms. A run of ASCII letters and digits is a word and one term. Of a run of
 * other characters, which is mostly Chinese and has no words to split at, each three that stand together are a term,
 * and so are its last two and its last one. Two and three runs that follow each other are a term too, with what stands between
 * them, behind a mark that no run begins with: a keyword of one run is not looked for among pairs, nor the reverse.
 * Everything is compared in lower case; ASCII punctuation and spaces separate.
 */
const RUNS = /[a-z0-9]+|[^\p{ASCII}\s]+/gu
const WORD = /^[a-z0-9]/
/** By how many runs a term has. */
const MARKS = { 2: '+', 3: '*' } as const
const MARKED = /^[+*]/

/** So many characters of a run without words are one term. */
const WINDOW = 3

/** A longer word is cut into stretches that overlap by half, so that whatever is half as long lies in one of them. */
const WORD_MAX = 32
const PART_MAX = WORD_MAX / 2

/** A long number is found by its beginning alone: such codes differ from thing to thing, and their ends would be many. */
const NUMBER = /^[0-9]{12,}$/

/** Of a long keyword so many parts are looked for: any of them does, and they are counted to find a rare one. */
const PARTS_MAX = 6

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

/** Of a text in lower case. */
const runsOf = (text: string): Run[] =>
  [...text.matchAll(RUNS)].map(({ 0: run, index }) => ({
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

/**
 * The terms of so many neighbouring runs each: the outer ones as far as they are compared, the rest as it stands. None
 * where an inner run is long.
 */
function neighboursOf(text: string, runs: readonly Run[], count: keyof typeof MARKS): string[] {
  return runs.flatMap((first, index) => {
    const inner = runs.slice(index + 1, index + count - 1)
    const last = runs[index + count - 1]
    if (last === undefined || !inner.every(fitsBetween)) return []
    const head = first.isWord ? first.text.slice(-PART_MAX) : Array.from(first.text).slice(-WINDOW).join('')
    const tail = last.isWord ? last.text.slice(0, PART_MAX) : Array.from(last.text).slice(0, WINDOW).join('')
    return [`${MARKS[count]}${head}${text.slice(first.end, last.start)}${tail}`]
  })
}

const fitsBetween = (run: Run): boolean => run.text.length <= PART_MAX

/** The terms of some texts, each once, in byte order. */
export function termsOf(texts: readonly string[]): string[] {
  const terms = texts.flatMap((given) => {
    const text = given.toLowerCase()
    const runs = runsOf(text)
    const single = runs.flatMap((run) => (run.isWord ? stretches(run.text) : windows(run.text)))
    return [...single, ...neighboursOf(text, runs, 2), ...neighboursOf(text, runs, 3)]
  })
  return [...new Set(terms)].sort()
}

/** The ends of a term by which a part of it is found; of a window only the whole, for its ends are terms themselves. */
export function endsOf(term: string): string[] {
  if (NUMBER.test(term)) return [term]
  if (WORD.test(term)) return Array.from(term, (_, index) => term.slice(index))
  if (!MARKED.test(term)) return [term]
  // what is found by neighbours begins in their first run
  const [mark, rest] = [term.slice(0, 1), term.slice(1)]
  const characters = Array.from(rest)
  const first = Array.from(runsOf(rest)[0]?.text ?? '')
  return first.map((_, index) => mark + characters.slice(index).join(''))
}

/** What a keyword asks of the terms. */
export function partsOf(keyword: string): KeywordParts {
  const text = keyword.toLowerCase()
  const runs = runsOf(text)
  if (isOneTerm(text, runs)) return { parts: [MARKS[runs.length === 2 ? 2 : 3] + text], isExact: true }
  if (runs.length > 1) {
    const threes = neighboursOf(text, runs, 3)
    const parts = threes.length > 0 ? threes : neighboursOf(text, runs, 2)
    return { parts: [...new Set(parts)].slice(0, PARTS_MAX), isExact: false }
  }
  const parts = runs.flatMap((run) => {
    if (run.isWord) return [run.text.slice(0, NUMBER.test(run.text) ? WORD_MAX : PART_MAX)]
    const found = windows(run.text)
    return found.length > WINDOW - 1 ? found.slice(0, 1 - WINDOW) : found.slice(0, 1)
  })
  return { parts: [...new Set(parts)].slice(0, PARTS_MAX), isExact: parts.length === 1 && parts[0] === text }
}

const fitsOutside = (run: Run): boolean =>
  run.isWord ? run.text.length <= PART_MAX : Array.from(run.text).length <= WINDOW

/** Whether a keyword of two or three runs is part of the term that such runs make: nothing before, after or cut off. */
function isOneTerm(text: string, runs: readonly Run[]): boolean {
  const [first, last] = [runs[0], runs.at(-1)]
  if (runs.length < 2 || runs.length > 3 || first === undefined || last === undefined) return false
  const isWhole = first.start === 0 && last.end === text.length
  return isWhole && fitsOutside(first) && fitsOutside(last) && runs.slice(1, -1).every(fitsBetween)
}
