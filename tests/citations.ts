import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Gives the text of a file of the project by its path from the root, or null when there is none. */
export type ReadFile = (file: string) => string | null

const CHECKED = /\.(ts|tsx|mjs|sql|css|md)$/
/**
 * The test of this check plants wrong citations, and this file holds what it refuses. A migration that has landed is never
 * edited: this one cites a document that was split since, into docs/rules.md and docs/adr.
 */
const NOT_CHECKED = new Set([
  'tests/citations.test.ts',
  'tests/citations.ts',
  'server/src/database/migrations/0027_merchant_start.sql',
])

const SECTION = String.raw`§(?:\d+(?:\.\d+)*|[A-Z]\b)`
/** `docs/domain.md §5.4`, `docs/domain.md §1.3, §2.3`, `docs/domain.md §5.4–§5.8`. */
const CITATION = new RegExp(String.raw`\b(docs/[\w-]+\.md)\s+(${SECTION}(?:(?:,\s+|–)${SECTION})*)`, 'g')
const HEADING = /^#{1,6} (?:(\d+(?:\.\d+)*)\.?|([A-Z])\.) /gm
/** A document's name with the folders before it. */
const DOCUMENT = /(?<![\w/.*<-])(?:\.{1,2}\/)*[\w-]+(?:\/[\w-]+)*\.md\b/g

const RULES = 'docs/rules.md'
const RULE = /\bR-[A-Z]+-\d+\b/g
/** Where a rule stands under its number. */
const RULE_ENTRY = /^- \*\*(R-[A-Z]+-\d+)\*\* /gm
const RECORDS = 'docs/adr/README.md'
const RECORD = /\bADR-\d{4}\b/g
/** A line of the list of engineering decisions: its number, and its file. */
const RECORD_LINE = /^\| \[(\d{4})\]\(([\w-]+\.md)\) /gm
const RECORD_FILE = /^docs\/adr\/((\d{4})-[\w-]+\.md)$/

const OLD_FORM =
  /\bdomain (?:facts|notes)\b|\bopen platform,? §|\b(?:specification|architecture),? §|\bappendix [A-Z]\b/gi

/** The ends and beginnings of comment lines as spaces, so that a citation may be broken; every other place stays. */
const unwrapped = (text: string): string =>
  text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, (gap) => ' '.repeat(gap.length))

const sectionsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(HEADING)].map(([, number, letter]) => `§${number ?? letter}`))

const rulesIn = (text: string): readonly string[] => [...text.matchAll(RULE_ENTRY)].map(([, rule = '']) => rule)
const recordsIn = (text: string): readonly string[] =>
  [...text.matchAll(RECORD_LINE)].map(([, number]) => `ADR-${number}`)

/** The rules and engineering decisions that are cited in a text and stand nowhere. */
function unknownNumbers(plain: string, read: ReadFile): { at: number; why: string }[] {
  const among = (pattern: RegExp, list: string, known: readonly string[]) =>
    [...plain.matchAll(pattern)]
      .filter(([cited]) => !known.includes(cited))
      .map(({ 0: cited, index: at }) => ({ at, why: `${list} has no ${cited}` }))
  return [...among(RULE, RULES, rulesIn(read(RULES) ?? '')), ...among(RECORD, RECORDS, recordsIn(read(RECORDS) ?? ''))]
}

/** What is wrong with the numbers that a document gives: each is given once, and a record is listed under its own. */
function numberFaults(file: string, text: string, read: ReadFile): { at: number; why: string }[] {
  const given = file === RULES ? RULE_ENTRY : file === RECORDS ? RECORD_LINE : null
  if (given) {
    const seen = new Set<string>()
    return [...text.matchAll(given)].flatMap(({ 1: number = '', index: at }) => {
      const isTwice = seen.has(number)
      seen.add(number)
      return isTwice ? [{ at, why: `${number} is given twice` }] : []
    })
  }
  const [, name, number] = RECORD_FILE.exec(file) ?? []
  if (name === undefined) return []
  const faults: { at: number; why: string }[] = []
  if (!text.startsWith(`# ${number}. `)) faults.push({ at: 0, why: `the heading does not begin with “# ${number}. ”` })
  const listed = [...(read(RECORDS) ?? '').matchAll(RECORD_LINE)]
  if (!listed.some((line) => line[1] === number && line[2] === name)) {
    faults.push({ at: 0, why: `${RECORDS} does not list it under ${number}` })
  }
  return faults
}

/**
 * What is wrong with the citations of one file, as `file:line sentence`. A citation is `docs/<file>.md §<section>`: the
 * file exists and has a heading of that number. Inside a document a § alone means a section of its own. Refused are a
 * document that is not in the repository, a section that its document has not, a § without its document, and names of
 * documents in words. A rule is cited by its number (`R-ORDERS-7`, which docs/rules.md gives once), an engineering decision by its own
 * (`ADR-0001`, which docs/adr/README.md lists).
 * @param file path from the root
 */
export function faultsOf(file: string, text: string, read: ReadFile): string[] {
  const plain = unwrapped(text)
  const faults = [...unknownNumbers(plain, read), ...numberFaults(file, text, read)]
  const isDocument = /^docs\/[\w-]+\.md$/.test(file)
  const own = isDocument ? sectionsOf(text) : null
  const cited = plain.replace(CITATION, (all, name: string, sections: string, at: number) => {
    const known = sectionsOf(read(name) ?? '')
    for (const [section] of sections.matchAll(new RegExp(SECTION, 'g'))) {
      if (!known.has(section)) faults.push({ at, why: `${name} has no ${section}` })
    }
    return ' '.repeat(all.length)
  })
  for (const { 0: name, index: at } of plain.matchAll(DOCUMENT)) {
    const places = [path.posix.join(path.posix.dirname(file), name), path.posix.normalize(name)]
    if (places.every((place) => read(place) === null)) faults.push({ at, why: `there is no ${name}` })
  }
  for (const { 0: mark, index: at } of cited.matchAll(new RegExp(`${SECTION}|§`, 'g'))) {
    if (own === null) faults.push({ at, why: `${mark} does not say of which document: write docs/<file>.md ${mark}` })
    else if (!own.has(mark)) faults.push({ at, why: `${file} has no ${mark}` })
  }
  for (const { 0: words, index: at } of cited.matchAll(OLD_FORM)) {
    faults.push({ at, why: `“${words}” is no citation: write docs/<file>.md §<section>` })
  }
  return faults
    .sort((a, b) => a.at - b.at)
    .map(({ at, why }) => `${file}:${text.slice(0, at).split('\n').length} ${why}`)
}

/** Every wrong citation in the files of the project, also in those that git does not hold yet. */
function allFaults(): string[] {
  const texts = new Map<string, string | null>()
  const read: ReadFile = (file) => {
    if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, 'utf8') : null)
    return texts.get(file) ?? null
  }
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return [...new Set(listed.split('\0'))]
    .filter((file) => CHECKED.test(file) && !NOT_CHECKED.has(file))
    .flatMap((file) => faultsOf(file, read(file) ?? '', read))
}

if (import.meta.main) {
  const faults = allFaults()
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
