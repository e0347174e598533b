import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const HELPER = 'web/src/components/input-method.ts'
const SOURCES = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file) && file !== HELPER)
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8').replace(/^\s*\/?\*.*$/gm, '') }))

const naming = (pattern: RegExp): string[] => SOURCES.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('defect: in Safari the Enter that ends a Chinese word acted, because handlers asked isComposing alone', () => {
  expect(naming(/\bisComposing\b|\bkeyCode\b|'Process'/)).toEqual([])
})

/** Enter with Ctrl or ⌘, which no input method takes, and Enter on what holds no text. */
const NEEDS_NO_ASKING = [
  'web/src/components/list/keep-position.ts',
  'web/src/components/list/resize-handle.tsx',
  'web/src/components/list/use-list-keys.ts',
  'web/src/components/scan/burst.ts',
  'web/src/features/listing/sheet/cells.ts',
  'web/src/features/station/use-submit-key.ts',
  'web/src/components/shortcuts/use-main-key.ts',
]

test('whoever answers Enter in a box asks whether an input method has taken it', () => {
  const answering = SOURCES.filter(({ text }) => /'Enter'/.test(text))
  const strays = answering.filter(({ text }) => !/\bisComposed\(/.test(text)).map(({ file }) => file)
  expect(strays.sort()).toEqual(NEEDS_NO_ASKING)
})

test('defect: times of keys were subtracted as the browser gave them, which go back behind an input method', () => {
  expect(naming(/\btimeStamp\b/)).toEqual(['web/src/components/scan/key-clock.ts'])
})
