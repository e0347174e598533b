import { readFileSync } from 'node:fs'

const TEXT = readFileSync(new URL('../docs/specification.md', import.meta.url), 'utf8')

/** The text of a section by its number. @throws Error when there is none */
function section(number: number): string {
  const text = TEXT.split(new RegExp(`^## ${number}\\. `, 'm'))[1]?.split(/^## /m)[0]
  if (text === undefined) throw new Error(`docs/specification.md has no section ${number}`)
  return text
}

/**
 * The calls of a line: names after a whole path stand beside it, as in `/api/role/list, info, edit`; after a path that
 * ends in a slash they stand below it.
 */
function callsOfLine(line: string): string[] {
  const calls: string[] = []
  let folder = ''
  const words = line
    .slice(line.indexOf('/'))
    .replaceAll(/\([^)]*\)/g, '')
    .split(/[:,.\s]+/)
  for (const word of words.filter((one) => one !== '' && one !== 'Also')) {
    if (word.startsWith('/')) folder = word.slice(0, word.lastIndexOf('/') + 1)
    if (!word.endsWith('/')) calls.push(word.startsWith('/') ? word : folder + word)
  }
  return calls
}

/** The paths of the calls that docs/specification.md §7 names, in its order. */
export const specifiedCalls = (): string[] =>
  section(7)
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap(callsOfLine)

/** `/sale/{ys,yx}…` never stands there: a line names its routes one by one. */
const routesIn = (text: string): string[] => text.match(/(?<![\w/])\/[\w/-]*/g) ?? []

/** The public routes that docs/specification.md §2 names, in its order. */
export const specifiedPublicRoutes = (): string[] =>
  section(2)
    .split('\n')
    .filter((line) => line.startsWith('- /'))
    .flatMap((line) => routesIn(line.slice(0, line.indexOf(':'))))

/** The routes under the layout that docs/specification.md §2 names, in its order. */
export const specifiedMenuRoutes = (): string[] =>
  section(2)
    .split('\n')
    .filter((line) => line.startsWith('|') && line.includes(' /'))
    .flatMap((line) => routesIn(line.split('|')[2] ?? ''))
