import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = path.join(import.meta.dirname, '..')

/** Path → text of every style sheet and every script. */
type Files = ReadonlyMap<string, string>

function sources(): Files {
  const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(css|tsx?)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(files.map((file) => [path.relative(SOURCE, file), readFileSync(file, 'utf8')]))
}

/** The class names that a module gives to scripts; what is in `:global(…)` is not its own. */
function classesOf(css: string): Set<string> {
  const rules = css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '')
  const selectors = [...rules.matchAll(/[^{};]+(?=\{)/g)].map(([text]) => text.replace(/:global\([^)]*\)/g, ''))
  return new Set(selectors.flatMap((text) => [...text.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map((match) => match[1] ?? '')))
}

/** Name → path of each module that a script imports. */
function modulesOf(file: string, text: string): [name: string, module: string][] {
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].map(([, name = '', from = '']) => [
    name,
    path.join(path.dirname(file), from),
  ])
}

/** What is wrong between the modules and the scripts that use them, one sentence each. */
function problemsOf(files: Files): string[] {
  const problems: string[] = []
  const used = new Map<string, Set<string>>()
  for (const [file, text] of files) {
    for (const [name, module] of modulesOf(file, text)) {
      const css = files.get(module)
      const known = classesOf(css ?? '')
      const seen = used.get(module) ?? used.set(module, new Set()).get(module)
      if (css === undefined) problems.push(`${file}: there is no ${module}`)
      for (const [, access] of text.matchAll(new RegExp(`(?<![\\w.'/-])${name}(?=\\W)(\\.\\w+)?`, 'g'))) {
        const wanted = access?.slice(1)
        if (wanted !== undefined && !known.has(wanted)) problems.push(`${file}: ${module} has no class ${wanted}`)
        if (wanted !== undefined) seen?.add(wanted)
      }
      if (new RegExp(`(?<![\\w.'/-])${name}\\[`).test(text))
        problems.push(`${file}: ${name}[…] hides which class it is`)
    }
  }
  for (const [file, text] of files) {
    if (!file.endsWith('.module.css')) continue
    for (const name of classesOf(text)) if (!used.get(file)?.has(name)) problems.push(`${file}: nothing uses .${name}`)
  }
  return problems
}

test('every class of every module is used, and every one used is there', () => {
  const files = sources()
  expect([...files.keys()].filter((file) => file.endsWith('.module.css')).length).toBeGreaterThan(10)
  expect(problemsOf(files)).toEqual([])
})

test.each([
  [
    'a misspelled name',
    'styles.lable',
    ['box/box.tsx: box/box.module.css has no class lable', 'box/box.module.css: nothing uses .label'],
  ],
  ['a name that nothing uses', "''", ['box/box.module.css: nothing uses .label']],
  [
    'a name made up while running',
    'styles[name]',
    ['box/box.tsx: styles[…] hides which class it is', 'box/box.module.css: nothing uses .label'],
  ],
])('%s is found', (_what, expression, expected) => {
  const files = new Map([
    ['box/box.tsx', `import styles from './box.module.css'\nexport const label = ${expression}\n`],
    ['box/box.module.css', '/* .none */\n.label > :global(.muted) {\n  color: var(--ink);\n}\n'],
  ])
  expect(problemsOf(files)).toEqual(expected)
})

test('a module that is not there is found', () => {
  const files = new Map([['box/box.tsx', "import styles from './bax.module.css'\nexport const label = styles.label\n"]])
  expect(problemsOf(files)).toEqual([
    'box/box.tsx: there is no box/bax.module.css',
    'box/box.tsx: box/bax.module.css has no class label',
  ])
})
