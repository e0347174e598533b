import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { REFUSALS, RULES } from './mutants/mutants.ts'

it.each([...RULES, ...REFUSALS])('the mistake to be planted in $file stands there once: $from', ({ file, from }) => {
  const text = readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
  expect(text.split(from)).toHaveLength(2)
})
