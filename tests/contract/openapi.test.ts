import { readFileSync } from 'node:fs'
import { allCalls } from '@huanji/contract/calls'
import { LOGIN_CONTEXT_KEYS } from '@huanji/contract/envelope'
import { closedToKeys } from '@huanji/contract/key-rules'
import { openApi } from '@huanji/server/gateway/openapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'

type Schema = Record<string, unknown>

interface Body {
  readonly content: { readonly 'application/json': { readonly schema: Schema } }
}

interface Described {
  readonly servers: readonly { readonly url: string }[]
  readonly components: { readonly schemas: Record<string, Schema> }
  readonly paths: Record<
    string,
    { readonly post: { readonly requestBody: Body; readonly responses: Record<'200' | 'default', Body> } }
  >
}

/** What was sent with a key and answered (tests/contract/examples.test.ts). */
const answers = JSON.parse(
  readFileSync(new URL('../../contract/src/reference/answers.json', import.meta.url), 'utf8'),
) as Record<string, { request: unknown; answer: unknown }>

const description = JSON.parse(JSON.stringify(openApi(allCalls, 'https://huanji.example'))) as Described
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
addFormats.default(ajv)
// references lead to the components of the whole document, which each schema is given for its compilation
ajv.addVocabulary(['components'])
const compile = (schema: Schema): ValidateFunction => ajv.compile({ ...schema, components: description.components })

const postOf = (path: string) => {
  const post = description.paths[path]?.post
  if (post === undefined) throw new Error(`${path} is not described`)
  return post
}
const bodyOf = (path: string) => compile(postOf(path).requestBody.content['application/json'].schema)
const answerOf = (path: string, status: '200' | 'default') =>
  compile(postOf(path).responses[status].content['application/json'].schema)

const SIGNED_IN = Object.fromEntries(LOGIN_CONTEXT_KEYS.map((key) => [key, 'x']))
const complaint = (validate: ValidateFunction, value: unknown) =>
  validate(value) ? '' : ajv.errorsText(validate.errors)
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

  test.each(Object.entries(answers))('%s: what was sent with a key and answered fits', (path, { request, answer }) => {
    expect(complaint(bodyOf(path), request)).toBe('')
    // an example shows the beginning of a long text
    const envelope = { _errCode: '0', _errStr: '', _bizErrCode: '', _data: answer }
    expect(complaint(answerOf(path, '200'), envelope)).toBe('')
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
