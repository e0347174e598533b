import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { STYLES } from './styles.ts'

const TOKENS = path.join(import.meta.dirname, '../../../../web/src/theme/tokens.css')

const colours = (css: string) =>
  new Map([...css.matchAll(/--([\w-]+):\s*(#\w+)/g)].map(([, name, value]) => [name, value]))

/** The part of a style sheet from `start` to the next closing brace. */
const block = (css: string, start: string) => css.slice(css.indexOf(start)).split('}')[0] ?? ''

it('has the colours of the web client in both themes', () => {
  const tokens = fs.readFileSync(TOKENS, 'utf8')
  for (const [ours, theirs] of [
    [block(STYLES, ':root{'), block(tokens, ':root {')],
    [block(STYLES, '@media(prefers-color-scheme:dark){'), block(tokens, ':root[data-theme="dark"] {')],
  ] as const) {
    const used = colours(ours)
    expect(used.size).toBeGreaterThan(10)
    const known = colours(theirs)
    for (const [name, value] of used) expect([name, value]).toEqual([name, known.get(name)])
  }
})
