import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject, type ProjectCopy } from './support/project-copy.ts'

/** Follows the recipes of CONTRIBUTING.md to the letter, one after the other on one copy of the project. */
const RECIPES = path.join(import.meta.dirname, '../CONTRIBUTING.md')
const STEP =
  /^\d+\. (?:In `(?<file>[^`]+)`, (?<place>after|instead of) `(?<anchor>[^`]+)`|New `(?<made>[^`]+)`|Run `npm run (?<script>[^`]+)`)[^\n]*(?:\n\n {3}```\w+\n(?<code>[\s\S]*?)\n {3}```$)?/gm
const LIMIT_MS = 600_000
/** The tests that the recipes concern: those of the whole contract and the handbook, and those of addresses. */
const CONCERNED = [
  ...['contract/src', 'tests/specification.test.ts', 'tests/help.test.ts', 'tests/list-calls.test.ts'],
  ...['server/src/modules/address', 'web/src/features/address', 'web/src/app'],
]

interface Step {
  readonly title: string
  apply(copy: ProjectCopy): void
}

const unindented = (code: string): string => code.replace(/^ {3}/gm, '')

function stepOf({ groups = {} }: RegExpMatchArray): Step {
  const { file = '', place, anchor = '', made, script, code = '' } = groups
  if (script !== undefined) return { title: script, apply: (copy) => run(copy, 'npm', ['run', '-s', script]) }
  if (code === '') throw new Error(`a step of a recipe has no code: ${made ?? file}`)
  const text = unindented(code)
  if (made !== undefined) return { title: made, apply: (copy) => copy.append(nextNumber(copy, made), `${text}\n`) }
  const change = (line: string) => (place === 'after' ? `${line}\n${text}` : line.replace(anchor, text))
  return { title: file, apply: (copy) => copy.edit(file, lineWith(copy, file, anchor), change) }
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

/** Runs a program in the copy. @throws Error with what it says, where it fails */
function run(copy: ProjectCopy, command: string, args: readonly string[], env: Record<string, string> = {}): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy.root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '', VITEST: '', ...env },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout.slice(-8000)}${stderr.slice(-2000)}`)
}

/** What each recipe touches, generated files counted: a feature is said in one place. */
const TOUCHED: Readonly<Record<string, readonly string[]>> = {
  'Add a call': [
    'contract/src/features/address/calls.ts',
    'docs/permissions.md',
    'server/src/modules/address/calls.ts',
    'server/src/modules/address/store.ts',
  ],
  'Add a list page': [
    'contract/src/features/address/feature.ts',
    'contract/src/features/address/rows.ts',
    'contract/src/menu-order.ts',
    'docs/permissions.md',
    'web/src/features/help/topics/address.ts',
    'web/src/pages/merchant/book/page.tsx',
  ],
  'Add a column': [
    'contract/src/features/address/rows.ts',
    'server/src/database/migrations/NNNN_address_last_used.sql',
    'server/src/database/tables.ts',
    'server/src/modules/address/store.ts',
  ],
}

const git = (copy: ProjectCopy, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@huanji.example.com', ...args], {
    cwd: copy.root,
    encoding: 'utf8',
  })

/** Keeps what stands in the copy, and gives the files that are others than when it was kept last. */
function kept(copy: ProjectCopy): string[] {
  git(copy, 'add', '--all')
  const touched = git(copy, 'diff', '--cached', '--name-only').trim().split('\n')
  git(copy, 'commit', '--quiet', '--message', 'kept')
  return touched.map((file) => file.replace(/\/\d{4}_/, '/NNNN_')).toSorted()
}

let copy: ProjectCopy
beforeAll(() => {
  copy = copyProject()
  git(copy, 'init', '--quiet')
  kept(copy)
}, LIMIT_MS)
afterAll(() => copy?.remove())

test('finds the steps of three recipes', () => {
  expect([...recipes].map(([name, steps]) => [name, steps.length])).toEqual([
    ['Add a call', 5],
    ['Add a list page', 8],
    ['Add a column', 6],
  ])
})

test(
  'defect: a project that had followed the recipes was red',
  () => {
    for (const [name, steps] of recipes) {
      for (const step of steps) step.apply(copy)
      expect(kept(copy), name).toEqual(TOUCHED[name])
    }
    run(copy, 'npm', ['run', '-s', 'check'])
    run(copy, 'vitest', ['run', '--project', 'unit', '--project', 'web', '--project', 'server*', ...CONCERNED], {
      TEST_DATABASE: 'embedded',
    })
  },
  LIMIT_MS,
)
