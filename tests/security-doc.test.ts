import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
/** The rows of the table: what ASVS numbers, what it asks for, how it stands here, and the files that prove it. */
const rows = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

describe('docs/security.md', () => {
  it('has the forty rows, each with its number, once', () => {
    const numbers = rows.flatMap(([number = '']) => number.replace('V', '').split(', '))
    expect(rows).toHaveLength(40)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('says of each how it stands, and names tests that are there', () => {
    for (const [number, , standing = '', proof = ''] of rows) {
      expect([number, /^(held|partly|\*\*not held|does not apply)/.test(standing)]).toEqual([number, true])
      const files = [...proof.matchAll(/`([\w./-]+)`/g)].map(([, file = '']) => file)
      expect([number, files.length > 0]).toEqual([number, true])
      for (const file of files) expect([file, existsSync(path.join(ROOT, file))]).toEqual([file, true])
    }
  })
})
