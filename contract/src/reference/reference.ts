import { dictionary } from '@huanji/domain/dictionary'
import type { CallSpec, RateClass } from '../call.ts'
import { grantTitles } from '../granted-menu.ts'
import { GROUP_TITLES, PLACED_CALLS, type PlacedCall } from '../key-rules.ts'
import { MENU } from '../menu.ts'
import { programRefusalText } from '../program-words.ts'
import { type Choice, choicesOf } from './choice-words.ts'
import { fieldWord } from './field-word.ts'
import { type JsonShape, shapeOf, waysOf } from './json-shape.ts'
import { sampleOf } from './sample.ts'

/** One field of an input or an answer. */
export interface FieldInfo {
  readonly name: string
  /** 文本、整数、选项、列表… as a person reads it. */
  readonly type: string
  readonly isRequired: boolean
  /** What it is; empty where its name says it. */
  readonly about: string
  /** The values that it can have and what each means; empty where it is no choice. */
  readonly choices: readonly Choice[]
  /** The fields of an object, or of the things in a list. */
  readonly fields: readonly FieldInfo[]
}

/** One call as the reference lists it. */
export interface CallInfo {
  readonly path: string
  readonly title: string
  readonly kind: 'read' | 'write'
  /** What opens it, by name; one of them is enough. Empty for what anybody signed in may call. */
  readonly grants: readonly string[]
  /** Why no key may make it; null where one with the grants may. */
  readonly closedBecause: string | null
}

/** All about one call. */
export interface CallDetail {
  readonly rate: RateClass
  readonly input: readonly FieldInfo[]
  readonly output: readonly FieldInfo[]
  readonly refusals: readonly { readonly code: string; readonly text: string }[]
  /** True for a write whose repeat with the same `idempotency-key` is answered with the first result. */
  readonly isRepeatable: boolean
  /** Whether a repeat does nothing and is refused, since its secret was told. */
  readonly secretIsTold: boolean
  readonly example: unknown
  /** What an answer looks like. */
  readonly answer: unknown
}

export interface GroupInfo {
  readonly group: string
  readonly title: string
  readonly calls: readonly CallInfo[]
}

const TITLES = grantTitles(MENU)

const infoOf = ({ spec, closedBecause }: PlacedCall): CallInfo => ({
  path: spec.path,
  title: spec.title,
  kind: spec.kind,
  grants: typeof spec.access === 'string' ? [] : spec.access.anyOf.map((grant) => TITLES.get(grant) ?? grant),
  closedBecause,
})

/** Every group of calls with what the reference lists of it, in the contract's order. */
export function referenceGroups(): GroupInfo[] {
  return Object.entries(GROUP_TITLES).map(([group, title]) => ({
    group,
    title,
    calls: PLACED_CALLS.filter((call) => call.group === group).map(infoOf),
  }))
}

/** The calls of a group in full, by path. */
export function referenceDetails(group: string): Record<string, CallDetail> {
  const calls = PLACED_CALLS.filter((call) => call.group === group)
  return Object.fromEntries(calls.map(({ spec }) => [spec.path, detailOf(spec)]))
}

function detailOf(spec: CallSpec): CallDetail {
  const output = shapeOf(spec.output, 'output')
  return {
    rate: spec.rate,
    input: fieldsOf(shapeOf(spec.input, 'input')),
    output: fieldsOf(output),
    refusals: spec.refusals.map((code) => ({ code, text: programRefusalText(code) })),
    secretIsTold: spec.secretIsTold,
    isRepeatable: spec.kind === 'write' && spec.access !== 'public' && !spec.answerIsSecret,
    example: spec.example,
    answer: sampleOf(output),
  }
}

const FORMATS: Readonly<Record<string, string>> = dictionary({ uuid: 'ID', 'date-time': '时间', date: '日期' })
const TYPES: Readonly<Record<string, string>> = dictionary({ boolean: '是/否', object: '对象', null: 'null' })
/** Larger than any limit that says something. */
const NO_LIMIT = 2 ** 31 - 1

function typeOf(schema: JsonShape): string {
  const options = waysOf(schema)
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(' 或 ')
  if (schema.$ref !== undefined) return '对象'
  if (schema.const === '') return '空文本'
  if (schema.enum || schema.const !== undefined) return '选项'
  const { type, format, items } = schema
  if (typeof type === 'object') return type.map((one) => typeOf({ ...schema, type: one })).join(' 或 ')
  if (type === 'array') return `列表${items ? `〈${typeOf(items)}〉` : ''}${limit(schema.maxItems, '项')}`
  if (type === 'string') return (format && FORMATS[format]) ?? `文本${limit(schema.maxLength, '字')}`
  if (type === 'integer') return `整数${largest(schema.maximum)}`
  if (type === 'number') return `数字${largest(schema.maximum)}`
  return (type && TYPES[type]) ?? '任意'
}

const largest = (most: number | undefined): string => (most === undefined || most >= NO_LIMIT ? '' : `（最大${most}）`)

const limit = (most: number | undefined, unit: string): string =>
  most === undefined || most >= NO_LIMIT ? '' : `（最多${most}${unit}）`

/** The values that a field can have, in whichever of its ways. */
function valuesOf(schema: JsonShape): string[] {
  const here = schema.enum ?? (schema.const === undefined || schema.const === '' ? [] : [schema.const])
  const below = [...waysOf(schema), ...(schema.items ? [schema.items] : [])].filter(({ properties }) => !properties)
  return [...new Set([...here.map(String), ...below.flatMap(valuesOf)])]
}

/** What lies in an object, in a list, in a dictionary, or in one of several ways. */
function fieldsOf(schema: JsonShape): FieldInfo[] {
  if (schema.properties) {
    const required = new Set(schema.required)
    return Object.entries(schema.properties).map(([name, field]) => ({
      name,
      type: typeOf(field),
      choices: choicesOf(name, valuesOf(field)),
      isRequired: required.has(name),
      about: fieldWord(name),
      fields: fieldsOf(field),
    }))
  }
  if (schema.items) return fieldsOf(schema.items)
  if (typeof schema.additionalProperties === 'object') return fieldsOf(schema.additionalProperties)
  const found = new Map<string, FieldInfo>()
  for (const field of waysOf(schema).flatMap(fieldsOf)) {
    const other = found.get(field.name)
    found.set(field.name, other ? either(other, field) : field)
  }
  return [...found.values()]
}

/** A field that several ways have: what only some of them ask for is not asked of the others. */
function either(one: FieldInfo, other: FieldInfo): FieldInfo {
  const added = other.choices.filter(({ value }) => one.choices.every((known) => known.value !== value))
  return {
    ...one,
    type: one.type === other.type ? one.type : `${one.type} 或 ${other.type}`,
    isRequired: one.isRequired && other.isRequired,
    choices: [...one.choices, ...added],
  }
}
