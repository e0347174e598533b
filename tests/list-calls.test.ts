import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { callNamed } from '@huanji/contract/calls'
import { LIST_CALLS } from '@huanji/contract/list-calls'
import { CHANNELS } from '@huanji/domain/channel'
import { describe, expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')

/** The key of each list that is declared; one that is made for a channel is there for both. */
function declaredKeys(): string[] {
  const files = globSync('web/src/{pages,features}/**/*.tsx', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.tsx'),
  )
  return files.flatMap((file) => {
    const source = readFileSync(path.join(ROOT, file), 'utf8')
    const keys = [...source.matchAll(/defineList\(\{\s*key: ['`]([^'`]+)['`]/g)].map(([, key = '']) => key)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source file
    const place = '${channel}'
    return keys.flatMap((key) => (key.includes(place) ? CHANNELS.map((one) => key.replace(place, one)) : [key]))
  })
}

describe('the lists that keep views', () => {
  it('are those of the screens', () => {
    const keys = declaredKeys()
    expect(keys.length).toBeGreaterThan(7)
    expect(keys.sort()).toEqual(Object.keys(LIST_CALLS).sort())
  })

  it.each(Object.entries(LIST_CALLS))('%s shows what a read lists', (_, name) => {
    const { kind, output } = callNamed(name)
    expect(kind).toBe('read')
    expect(output).toHaveProperty('shape.list')
  })
})
