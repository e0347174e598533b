import { allCalls } from '@huanji/contract/calls'
import { LOGIN_CONTEXT_KEYS } from '@huanji/contract/envelope'
import { closedToKeys } from '@huanji/contract/key-rules'
import { describe, expect, test } from 'vitest'
import { answerOf, bodyOf, complaint, description } from './checks/described.ts'

const SIGNED_IN = Object.fromEntries(LOGIN_CONTEXT_KEYS.map((key) => [key, 'x']))
const byPath = allCalls.map((spec) => [spec.path, spec] as const)

/** Everything in the document, with where it stands. */
function* walk(value: unknown, at = ''): Generator<readonly [string, unknown]> {
  yield [at, value]
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) yield* walk(one, `${at}/${name}`)
}

describe('/openapi.json', () => {
  test.each(byPath)('%s: its schemas compile, and its own example fits as it is sent', (path, spec) => {
    const body = bodyOf(path)
    const own = spec.example as object
    expect(complaint(body, { ...SIGNED_IN, ...own })).toBe('')
    const isForPeople = spec.access !== 'public' && closedToKeys(spec) !== null
    expect(complaint(body, own) === '').toBe(!isForPeople)
    expect(complaint(body, { ...SIGNED_IN, ...own, nobodyKnowsIt: 1 })).not.toBe('')
    const refused = { _errCode: '10001', _errStr: '登录已过期', _bizErrCode: '', _data: null }
    expect(complaint(answerOf(path, 'default'), refused)).toBe('')
    answerOf(path, '200')
  })

  test('defect: references led nowhere, and shapes that hold themselves had no name', () => {
    const refs = [...walk(description)].filter(([at]) => at.endsWith('/$ref')).map(([, ref]) => String(ref))
    expect(new Set(refs)).toEqual(new Set(['#/components/schemas/MenuNode', '#/components/schemas/RegionNode']))
    expect(Object.keys(description.components.schemas).sort()).toEqual(['MenuNode', 'RegionNode'])
  })

  test('defect: patterns needed a class of Unicode, and several of one text made a type of nothing', () => {
    const all = [...walk(description)]
    expect(all.filter(([at, one]) => at.endsWith('/pattern') && /\\[pP]\{/.test(String(one)))).toEqual([])
    expect(all.filter(([at]) => at.endsWith('/allOf'))).toEqual([])
    const day = all.filter(([, one]) => (one as { format?: string } | null)?.format === 'date')
    expect(day.length).toBeGreaterThan(10)
    for (const [, one] of day) expect(one).toMatchObject({ pattern: '^[1-9]' })
  })

  test('says where the calls are made', () => {
    expect(description.servers).toEqual([{ url: 'https://huanji.example' }])
  })
})
