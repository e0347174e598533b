import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { SHELL_TITLES } from '../src/shell/palette/shell-titles.ts'

const ID = 'virtual:readings'
const SOURCES = path.join(import.meta.dirname, '../src')

/** What keys do, as the quick search names it: the labels of shortcuts in the sources. */
const titlesOfKeys = (): string[] =>
  globSync('**/*.{ts,tsx}', { cwd: SOURCES })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(path.join(SOURCES, file), 'utf8'))
    .filter((text) => /useShortcuts|shortcut: '/.test(text))
    .flatMap((text) => [...text.matchAll(/(?:label|name): '([^']+)'/g)].map(([, title = '']) => title))

/** The signs of each syllable, without tones, in the titles of pages and actions: `fa发 bu布不部`. */
async function readings(): Promise<string> {
  const { PAGES, STARTS } = await import('@huanji/contract/tables')
  const { PAGE_GROUPS } = await import('@huanji/contract/page-groups')
  const { pinyin } = await import('pinyin-pro')
  const titles = [
    ...[...Object.values(PAGES), ...Object.values(PAGE_GROUPS), ...STARTS].map(({ title }) => title),
    ...Object.values(SHELL_TITLES),
    ...titlesOfKeys(),
  ]
  const signsOf = new Map<string, Set<string>>()
  for (const title of titles) {
    const syllables = pinyin(title, { toneType: 'none', type: 'array', v: true })
    for (const [at, sign] of [...title].entries()) {
      if (!/\p{Script=Han}/u.test(sign)) continue
      const syllable = syllables[at] ?? ''
      signsOf.set(syllable, (signsOf.get(syllable) ?? new Set()).add(sign))
    }
  }
  const groups = [...signsOf].sort(([one], [other]) => (one < other ? -1 : 1))
  return groups.map(([syllable, signs]) => `${syllable}${[...signs].sort().join('')}`).join(' ')
}

/** Gives the client `virtual:readings`: how the titles of pages and actions are read, so that the browser needs no dictionary of all signs. */
export const readingsPlugin = (): Plugin => ({
  name: 'huanji-readings',
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  load: async (id) => (id === `\0${ID}` ? `export const READINGS = ${JSON.stringify(await readings())}` : null),
})
