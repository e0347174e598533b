import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { MENU } from '@huanji/contract/menu'
import type { MenuNode } from '@huanji/contract/menu-tree'
import { PAGE_GROUPS, PAGES } from '@huanji/contract/pages'
import { pinyin } from 'pinyin-pro'
import { SHELL_TITLES, STARTS } from '../web/src/shell/palette/starts.ts'

/**
 * Keeps web/src/shell/palette/readings.ts how the titles of pages and actions are read: `--write` makes it, without it a
 * difference is a failure. So the browser needs no dictionary of all signs.
 */
const FILE = 'web/src/shell/palette/readings.ts'

const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

const menu = flat(MENU)
const unknown = STARTS.filter(({ grant }) => menu.every(({ interfaceId }) => interfaceId !== grant))
if (unknown.length > 0) throw new Error(`no right of the menu: ${unknown.map(({ grant }) => grant).join(', ')}`)

/** What keys do, as the quick search names it. */
const ofKeys = globSync('web/src/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(file, 'utf8'))
  .filter((text) => /useShortcuts|shortcut: '/.test(text))
  .flatMap((text) => [...text.matchAll(/(?:label|name): '([^']+)'/g)].map(([, title = '']) => title))

const titles = [
  ...[...Object.values(PAGES), ...Object.values(PAGE_GROUPS), ...STARTS].map(({ title }) => title),
  ...Object.values(SHELL_TITLES),
  ...ofKeys,
]

const readings = new Map<string, Set<string>>()
for (const title of titles) {
  const syllables = pinyin(title, { toneType: 'none', type: 'array', v: true })
  for (const [at, sign] of [...title].entries()) {
    if (!/\p{Script=Han}/u.test(sign)) continue
    const syllable = syllables[at] ?? ''
    readings.set(syllable, (readings.get(syllable) ?? new Set()).add(sign))
  }
}
const groups = [...readings].sort(([one], [other]) => (one < other ? -1 : 1))
const table = groups.map(([syllable, signs]) => `${syllable}${[...signs].sort().join('')}`)

const lines: string[] = []
for (const group of table) {
  const last = lines.at(-1)
  if (last !== undefined && [...last, ...group].length < 100) lines[lines.length - 1] = `${last} ${group}`
  else lines.push(group)
}
const file = `// Made by \`node tests/readings.ts --write\` from the titles of pages and actions.

/** The signs of each syllable, without tones: \`fa发 bu布不部\`. */
export const READINGS = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join(' ')
`

if (process.argv.includes('--write')) writeFileSync(FILE, file)
else if (readFileSync(FILE, 'utf8') !== file) {
  process.stdout.write(`${FILE} is not how the titles are read: run node tests/readings.ts --write\n`)
  process.exitCode = 1
}
