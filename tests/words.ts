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
let faults = 0
for (const file of new Set(files)) {
  const text = readFileSync(file, 'utf8')
  for (const { at, word, term } of givenUpWords(text)) {
    faults += 1
    const line = text.slice(0, at).split('\n').length
    process.stdout.write(`${file}:${line} ${word} is called ${term.name} (domain/src/glossary.ts)\n`)
  }
}
process.exitCode = faults === 0 ? 0 : 1
