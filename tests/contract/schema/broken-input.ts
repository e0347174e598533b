import { changedAt } from './paths.ts'
import { bareShape, type Shape } from './shape.ts'

/** One payload that differs from a good one in one place. */
export interface Variant {
  /** Where and how, for the report: `sku.storage: a number`. */
  readonly name: string
  readonly payload: unknown
}

const HUGE_TEXT_LENGTH = 100_000

interface Replacement {
  readonly label: string
  readonly value: unknown
}

const ANY_KIND: readonly Replacement[] = [
  { label: 'null', value: null },
  { label: 'an object', value: { a: 1 } },
  { label: 'a list', value: [['a']] },
  { label: 'nothing', value: undefined },
]
const FOR_TEXT: readonly Replacement[] = [
  { label: 'a number', value: 7 },
  { label: 'true', value: true },
  { label: 'empty text', value: '' },
  { label: 'a huge text', value: '9'.repeat(HUGE_TEXT_LENGTH) },
  { label: 'a NUL character', value: 'a\u0000b' },
]
const FOR_NUMBER: readonly Replacement[] = [
  { label: 'digits as text', value: '1' },
  { label: 'a fraction', value: 1.5 },
  { label: 'minus one', value: -1 },
  { label: 'beyond the safe integers', value: 9_007_199_254_740_992 },
  { label: 'beyond bigint', value: 1e30 },
  { label: 'false', value: false },
]
const FOR_BOOLEAN: readonly Replacement[] = [
  { label: 'its word as text', value: 'true' },
  { label: 'one', value: 1 },
]
const FOR_VALUES: readonly Replacement[] = [
  { label: 'a number', value: 7 },
  { label: 'an unknown word', value: 'no_such_word' },
  { label: 'a name every object has', value: 'constructor' },
  { label: 'empty text', value: '' },
]

/**
 * Payloads that each break `payload` in one place of `shape`: a wrong type, an extreme, a missing or a surplus field,
 * at every depth. Some are still acceptable (dropping an optional field is); the contract's schema tells which.
 */
export function brokenInputs(shape: Shape, payload: unknown): Variant[] {
  const variants: Variant[] = []
  breakAt(shape, payload, payload, [], variants)
  return variants
}

function breakAt(shape: Shape, whole: unknown, part: unknown, keys: (string | number)[], into: Variant[]): void {
  const bare = bareShape(shape)
  const put = (label: string, value: unknown): void => {
    into.push({ name: `${keys.join('.') || 'payload'}: ${label}`, payload: changedAt(whole, keys, () => value) })
  }
  if (keys.length > 0) for (const { label, value } of replacementsFor(bare)) put(label, value)
  if (bare.kind === 'list') breakList(bare, whole, part, keys, into)
  if (bare.kind === 'either') {
    breakMany(bare, whole, keys, into)
    const taken = bare.options.find((option) => isOneOf(option, part))
    if (taken !== undefined) breakAt(taken, whole, part, keys, into)
  }
  if (bare.kind === 'dictionary') {
    const [key] = Object.keys(isRecord(part) ? part : {})
    if (key !== undefined) breakAt(bare.value, whole, (part as Record<string, unknown>)[key], [...keys, key], into)
    else put('a wrong entry', { X999: 7 })
  }
  if (bare.kind === 'fields') {
    const fields = isRecord(part) ? part : {}
    put('a field nobody declared', { ...fields, noSuchField: 1 })
    for (const [name, field] of Object.entries(bare.fields))
      breakAt(field, withField(whole, keys, name, fields[name], field), fields[name], [...keys, name], into)
  }
}

function breakList(
  shape: Extract<Shape, { kind: 'list' }>,
  whole: unknown,
  part: unknown,
  keys: (string | number)[],
  into: Variant[],
): void {
  const [first] = Array.isArray(part) ? part : []
  const put = (label: string, value: unknown): void => {
    into.push({ name: `${keys.join('.')}: ${label}`, payload: changedAt(whole, keys, () => value) })
  }
  put('an empty list', [])
  put(
    'too many',
    Array.from({ length: shape.max + 1 }, () => first ?? null),
  )
  if (first !== undefined) breakAt(shape.element, whole, first, [...keys, 0], into)
  else put('a list of null', [null])
}

/** Whether a payload is of this one of several shapes: their fields with fixed words tell them apart. */
function isOneOf(option: Shape, part: unknown): boolean {
  const bare = bareShape(option)
  if (bare.kind === 'either') return bare.options.some((one) => isOneOf(one, part))
  if (bare.kind !== 'fields' || !isRecord(part)) return false
  return Object.entries(bare.fields).every(
    ([name, field]) => field.kind !== 'values' || field.values.some((value) => value === part[name]),
  )
}

/** A field that takes one value or several gets lists of what is no such value, beside the wrong single values. */
function breakMany(
  shape: Extract<Shape, { kind: 'either' }>,
  whole: unknown,
  keys: (string | number)[],
  into: Variant[],
): void {
  const many = shape.options.find((option) => option.kind === 'list')
  if (many === undefined) return
  breakList(many, whole, [], keys, into)
  for (const { label, value } of [...FOR_VALUES, ...FOR_TEXT, ...ANY_KIND]) {
    into.push({ name: `${keys.join('.')}: a list of ${label}`, payload: changedAt(whole, keys, () => [value]) })
  }
}

/** Objects that the good payload leaves out are put in empty, so that their fields can be broken too. */
function withField(whole: unknown, keys: (string | number)[], name: string, present: unknown, field: Shape): unknown {
  return present === undefined && bareShape(field).kind === 'fields'
    ? changedAt(whole, [...keys, name], () => ({}))
    : whole
}

function replacementsFor(shape: Shape): readonly Replacement[] {
  switch (shape.kind) {
    case 'text':
      return [...ANY_KIND, ...FOR_TEXT]
    case 'number':
      return [...ANY_KIND, ...FOR_NUMBER]
    case 'boolean':
      return [...ANY_KIND, ...FOR_BOOLEAN]
    case 'values':
      return [...ANY_KIND, ...FOR_VALUES]
    case 'either':
      return [...ANY_KIND, ...FOR_VALUES]
    case 'list':
    case 'dictionary':
    case 'fields':
      return [
        { label: 'null', value: null },
        { label: 'a text', value: 'text' },
        { label: 'a number', value: 7 },
        { label: 'nothing', value: undefined },
      ]
    case 'optional':
    case 'nullable':
      return replacementsFor(bareShape(shape))
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
