import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyProject, type ProjectCopy } from './support/project-copy.ts'

/** Follows the recipes of CONTRIBUTING.md to the letter, each whole and with each of its steps left out. */
const RECIPES = path.join(import.meta.dirname, '../CONTRIBUTING.md')
const STEP =
  /^\d+\. (?:In `(?<file>[^`]+)`, (?<place>after|instead of) `(?<anchor>[^`]+)`|New `(?<made>[^`]+)`|Run `node (?<command>[^`]+)`)[^\n]*(?:\n\n {3}```\w+\n(?<code>[\s\S]*?)\n {3}```$)?/gm
const LIMIT_MS = 180_000
/** What the commands of the steps write. */
const GENERATED = ['docs/permissions.md', 'server/src/database/tables.ts', 'tests/releases/migrations.json']

interface Step {
  readonly title: string
  readonly isCommand: boolean
  /** Does the step, and gives what its command complains of, or nothing. */
  apply(copy: ProjectCopy): string
}

const unindented = (code: string): string => code.replace(/^ {3}/gm, '')

function stepOf({ groups = {} }: RegExpMatchArray): Step {
  const { file = '', place, anchor = '', made, command, code = '' } = groups
  if (command !== undefined) return { title: `run ${command}`, isCommand: true, apply: (copy) => run(copy, command) }
  if (code === '') throw new Error(`a step of a recipe has no code: ${made ?? file}`)
  const text = unindented(code)
  if (made !== undefined) {
    return edit(`new ${made}`, (copy) => copy.append(nextNumber(copy, made), `${text}\n`))
  }
  const change = (line: string) => (place === 'after' ? `${line}\n${text}` : line.replace(anchor, text))
  return edit(`${anchor} in ${file}`, (copy) => copy.edit(file, lineWith(copy, file, anchor), change))
}

/** A step that has nothing to complain of. */
function edit(title: string, change: (copy: ProjectCopy) => void): Step {
  const apply = (copy: ProjectCopy) => {
    change(copy)
    return ''
  }
  return { title, isCommand: false, apply }
}

function lineWith(copy: ProjectCopy, file: string, anchor: string): string {
  const lines = copy
    .read(file)
    .split('\n')
    .filter((line) => line.includes(anchor))
  expect(lines, `${file} has one line with ${anchor}`).toHaveLength(1)
  return lines[0] ?? ''
}

/** NNNN in a migration's name stands for the number after the last one. */
function nextNumber(copy: ProjectCopy, file: string): string {
  if (!file.includes('NNNN')) return file
  const numbers = fs.readdirSync(path.join(copy.root, path.dirname(file))).map((name) => Number(name.slice(0, 4)))
  return file.replace('NNNN', String(Math.max(...numbers) + 1).padStart(4, '0'))
}

const recipes = new Map(
  fs
    .readFileSync(RECIPES, 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((recipe): [string, Step[]] => [recipe.split('\n')[0] ?? '', [...recipe.matchAll(STEP)].map(stepOf)]),
)

/** Runs a program of the copy; what it complains of, or nothing. */
function run(copy: ProjectCopy, command: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, command.split(' '), {
    cwd: copy.root,
    encoding: 'utf8',
  })
  return status === 0 ? '' : `${command}: ${stdout}${stderr.slice(-2000)}`
}

/** The type check of a few files and all that they import. */
function types(copy: ProjectCopy, config: string): string {
  return run(copy, `node_modules/typescript/bin/tsc -p ${config}`)
}

/** What `npm run check` and the start say of each recipe's outcome, as far as the recipe touches it; nothing when all is well. */
const FAULTS: Readonly<Record<string, (copy: ProjectCopy) => string>> = {
  'Add a call': (copy) =>
    run(copy, 'start-up.ts') || run(copy, 'tests/permissions-doc.ts') || types(copy, 'server.json'),
  'Add a list page': (copy) =>
    run(copy, 'pages.ts') || run(copy, 'tests/permissions-doc.ts') || types(copy, 'web/web.json'),
  'Add a column': (copy) =>
    run(copy, 'shown.ts') ||
    run(copy, 'tests/releases/migrations.ts') ||
    types(copy, 'server.json') ||
    types(copy, 'web/web.json'),
}

const START_UP = `
import { allCalls } from '@huanji/contract/calls'
import { coverContract } from '@huanji/server/gateway/coverage'
import { groups } from '@huanji/server/modules'
if (!coverContract(allCalls, groups).has('/api/address/lastChange')) throw new Error('there is no such call')
`
const PAGES = `
import fs from 'node:fs'
import { LIST_CALLS } from '@huanji/contract/list-calls'
import { MENU } from '@huanji/contract/menu'
import { ROUTES } from './web/src/app/routes.ts'
const route = ROUTES.find(({ path }) => path === '/merchant/book')
const granted = MENU.flatMap(({ children = [] }) => children).find(({ path }) => path === '/merchant/book')
if (route === undefined || granted?.title !== route.title) throw new Error('the page is not in menu and routes')
if (!fs.existsSync('web/src/pages/merchant/book/page.tsx')) throw new Error('the page has no file')
if (LIST_CALLS['address-book'] !== 'address.list') throw new Error('nobody can keep a view of the list')
`
const SHOWN = `
import { addressColumns, addressRow } from '@huanji/contract/features/address/rows'
if (!('lastUsedAt' in addressRow.shape)) throw new Error('the call does not answer the column')
if (!('lastUsedAt' in addressColumns)) throw new Error('nobody sees the column')
`

let copy: ProjectCopy
beforeAll(() => {
  copy = copyProject()
  copy.append('start-up.ts', START_UP)
  copy.append('pages.ts', PAGES)
  copy.append('shown.ts', SHOWN)
  const only = (base: string, files: string[]) => JSON.stringify({ extends: base, include: [], files })
  copy.append(
    'server.json',
    only('./tsconfig.json', ['server/src/modules/address/calls.ts', 'server/src/modules/address/commands.ts']),
  )
  const pages = ['src/features/address/address-page.tsx', 'src/app/routes.ts']
  copy.append('web/web.json', JSON.stringify({ extends: './tsconfig.json', include: ['src/**/*.d.ts'], files: pages }))
}, LIMIT_MS)
afterAll(() => copy?.remove())

it('finds the steps of three recipes', () => {
  expect([...recipes].map(([name, steps]) => [name, steps.length])).toEqual([
    ['Add a call', 5],
    ['Add a list page', 8],
    ['Add a column', 7],
  ])
})

describe.each([...recipes])('%s', (name, steps) => {
  const faultsOf = FAULTS[name]
  if (faultsOf === undefined) throw new Error(`nobody says when the recipe "${name}" has worked`)

  /** What each command wrote when every step was followed. */
  const written = new Map<Step, readonly string[]>()

  /** A command whose steps before it were all followed writes what it wrote then. */
  function take(step: Step, isAsBefore: boolean): string {
    const known = isAsBefore ? written.get(step) : undefined
    if (known === undefined) return step.apply(copy)
    for (const [index, file] of GENERATED.entries()) copy.edit(file, copy.read(file), known[index] ?? '')
    return ''
  }

  /** Follows the steps but the one at `left`, and gives what is said of the outcome. */
  function followed(left: number | null): string {
    let fault = ''
    copy.during(
      () => {
        for (const [index, step] of steps.entries()) {
          if (index !== left && fault === '') fault = take(step, left !== null && index < left)
          if (left === null && step.isCommand)
            written.set(
              step,
              GENERATED.map((file) => copy.read(file)),
            )
        }
        if (fault === '') fault = faultsOf?.(copy) ?? ''
      },
      ...GENERATED,
    )
    return fault
  }

  it('works when every step is followed', () => expect(followed(null)).toBe(''), LIMIT_MS)

  it.each(steps.map((step, index) => [step.title, index] as const))(
    'fails without: %s',
    (_title, left) => expect(followed(left)).not.toBe(''),
    LIMIT_MS,
  )
})
