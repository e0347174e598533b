import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CODE_BOXES } from '../../web/src/components/scan/code-boxes.ts'
import { BOX_SCREENS } from '../journeys/fixtures/code-boxes.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const LISTED = Object.keys(CODE_BOXES).sort()

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const SOURCES = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file) && !file.endsWith('scan/code-boxes.ts'))
  .map((file) => ({ file, text: read(file).replace(/^\s*\*.*$/gm, '') }))

/** Where a box says which one it is. */
const NAMED = [
  /useCodeBox(?:<\w+>)?\(\{\s*name: '([\w-]+)'/g,
  /<ScanBox[^>]*?\bname="([\w-]+)"/g,
  /\bcodeBox: '([\w-]+)'/g,
  /CodeBoxName = '([\w-]+)'/g,
]
const namesIn = (text: string): string[] =>
  NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))

/** Words that say of a box that codes go into it. */
const CODE_WORDS = /IMEI|条码|序列号|封袋码|运单号|订单号|质检单号|账单号|扫描|扫码|按编号/
/** Fields that are named after a code. */
const CODE_NAMES = /^(code|bagCode|firstCode|lastCode|barCode|imei2?|meid|sn|waybill|orderNo|billNo|inspectionNo)$/

/** Every element of this name with its attributes, however they are broken into lines. */
function elements(text: string, tag: string): string[] {
  return text
    .split(new RegExp(`<${tag}\\b`))
    .slice(1)
    .map((rest) => rest.slice(0, /\/>/.exec(rest)?.index ?? 600))
}

describe('the boxes that take codes', () => {
  it('stand in the client, in the table, in docs/scanning.md and in the journey alike', () => {
    const inClient = [...new Set(SOURCES.flatMap(({ text }) => namesIn(text)))].sort()
    const inDocs = [...read('docs/scanning.md').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name).sort()
    const inJourney = BOX_SCREENS.flatMap(({ boxes }) => boxes).sort()
    expect(inClient).toEqual(LISTED)
    expect(inDocs).toEqual(LISTED)
    expect(inJourney).toEqual(LISTED)
  })

  it('are all the inputs that speak of codes', () => {
    const strays = SOURCES.flatMap(({ file, text }) =>
      elements(text, 'input')
        .filter((input) => CODE_WORDS.test(input) || /className=\{?[^\n]*'code'/.test(input))
        .filter((input) => !/\{\.\.\.box\b|data-code-box=/.test(input))
        .map((input) => `${file}: ${input.slice(0, 80)}`),
    )
    expect(strays).toEqual([])
  })

  it('are all the filters of lists that are named after a code or speak of one', () => {
    const filters = SOURCES.flatMap(({ file, text }) =>
      [...text.matchAll(/\{\s*kind: 'text',[^}]*\}/g)].map(([filter]) => ({ file, filter })),
    )
    expect(filters.length).toBeGreaterThan(5)
    const strays = filters.filter(({ filter }) => {
      const name = /name: '(\w+)'/.exec(filter)?.[1] ?? ''
      return (CODE_NAMES.test(name) || CODE_WORDS.test(filter)) && !filter.includes('codeBox:')
    })
    expect(strays).toEqual([])
  })

  it('are all the fields of forms that are named after a code', () => {
    const strays = SOURCES.flatMap(({ file, text }) =>
      elements(text, 'TextField')
        .map((field) => /name="(\w+)"/.exec(field)?.[1] ?? '')
        .filter((name) => CODE_NAMES.test(name))
        .map((name) => `${file}: ${name}`),
    )
    expect(strays.filter((stray) => !stray.includes('features/login/'))).toEqual([])
  })
})
