import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDERS = ['web/src', 'web/build']

const files = FOLDERS.flatMap((folder) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.(css|tsx?|js)$/.test(file) && !/\.test\.tsx?$/.test(file)),
)
const texts = new Map(files.map((file) => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')]))

/** The names of custom properties that the texts match, each with a file that it stands in. */
function namesBy(pattern: RegExp): Map<string, string> {
  return new Map([...texts].flatMap(([file, text]) => [...text.matchAll(pattern)].map(([, name = '']) => [name, file])))
}

test('defect: a gap that named a variable that nobody sets was none, and the parts of a page stuck together', () => {
  const set = namesBy(/(--[a-zA-Z][\w-]*)['"]?\s*[:\]]/g)
  const used = namesBy(/var\((--[\w-]+)\)/g)
  expect(used.size).toBeGreaterThan(20)
  expect([...used].filter(([name]) => !set.has(name))).toEqual([])
})
