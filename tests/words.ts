import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { givenUpWords } from '@huanji/domain/glossary'

/**
 * Finds names that were given up (domain/src/glossary.ts) in what people read: the sources of all packages, the manual in
 * Chinese, and the table of where codes are scanned.
 */
const WITHIN =
  /^((domain|contract|marketplace|server|web)\/src\/.*\.(ts|tsx|html)|README\.zh-CN\.md|docs\/scanning\.md)$/
/** The glossary itself, heads of tables that others made, the marketplace's own words, and tests, which may hold all of them. */
const ALLOWED =
  /^domain\/src\/(glossary|tables\/heads|fees\/statement)\.ts$|^marketplace\/src\/sandbox\/|\.test\.tsx?$|\/testing\//

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => WITHIN.test(file) && !ALLOWED.test(file) && existsSync(file))
/**
 * Names in code of what is asked of the marketplace, which is a request. The table of the database, its column and the
 * field of calls keep the name that they have.
 */
const NAMES_OF_REQUESTS =
  /\b(?:desired(?!State\b)[A-Z]\w*|Desired(?!StateTable\b)\w*|DESIRED\w*|[wW]ish(?:es|ed)?\b|(?!stockWish\b)\w+Wish\w*|\w*WISH\w*)/g

let faults = 0
for (const file of new Set(files)) {
  const text = readFileSync(file, 'utf8')
  for (const { at, word, term } of givenUpWords(text)) {
    faults += 1
    const line = text.slice(0, at).split('\n').length
    process.stdout.write(`${file}:${line} ${word} is called ${term.name} (domain/src/glossary.ts)\n`)
  }
  for (const { index, 0: name } of text.matchAll(NAMES_OF_REQUESTS)) {
    faults += 1
    process.stdout.write(
      `${file}:${text.slice(0, index).split('\n').length} ${name} is called request (tests/words.ts)\n`,
    )
  }
}
process.exitCode = faults === 0 ? 0 : 1
