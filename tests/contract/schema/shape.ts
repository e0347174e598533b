import type { core } from 'zod'

/** A zod input schema boiled down to what the generators need. Optional and defaulted fields are `optional`. */
export type Shape =
  | TextShape
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly whole: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'values'; readonly values: readonly (string | number | boolean | null)[] }
  | { readonly kind: 'list'; readonly element: Shape; readonly min: number; readonly max: number }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, Shape>> }
  | { readonly kind: 'dictionary'; readonly key: Shape; readonly value: Shape }
  | { readonly kind: 'either'; readonly options: readonly Shape[] }
  | { readonly kind: 'optional'; readonly inner: Shape }
  | { readonly kind: 'nullable'; readonly inner: Shape }

export interface TextShape {
  readonly kind: 'text'
  /** What zod calls the string, where it is one of its own formats. */
  readonly format: 'uuid' | 'datetime' | 'date' | null
  readonly patterns: readonly RegExp[]
  readonly min: number
  readonly max: number
}

const TEXT_WITHOUT_LIMIT = 300
const LIST_WITHOUT_LIMIT = 5
/** For a value that the contract leaves to whoever sent it: JSON of some kinds, some of it nested. */
const ANYTHING: Shape = {
  kind: 'either',
  options: [
    { kind: 'values', values: [null, true, 0] },
    { kind: 'text', format: null, patterns: [], min: 0, max: 60 },
    {
      kind: 'dictionary',
      key: { kind: 'text', format: null, patterns: [], min: 0, max: 20 },
      value: { kind: 'list', element: { kind: 'number', min: -1e9, max: 1e9, whole: false }, min: 0, max: 3 },
    },
  ],
}
const FORMATS = ['uuid', 'datetime', 'date'] as const

/**
 * Reads a zod schema's own description of itself. A kind of schema that the contract has not used before is an error
 * naming it, so that it cannot slip through the generated tests unseen.
 */
export function shapeOf(schema: core.$ZodType): Shape {
  const { def } = (schema as core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return textShape(def)
    case 'number':
      return numberShape(def)
    case 'boolean':
      return { kind: 'boolean' }
    case 'unknown':
      return ANYTHING
    case 'literal':
      return { kind: 'values', values: def.values.map(plainValue) }
    case 'enum':
      return { kind: 'values', values: Object.values(def.entries) }
    case 'array':
      return { kind: 'list', element: shapeOf(def.element), ...lengths(def, LIST_WITHOUT_LIMIT) }
    case 'object':
      return {
        kind: 'fields',
        fields: Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, shapeOf(field)])),
      }
    case 'record':
      return { kind: 'dictionary', key: shapeOf(def.keyType), value: shapeOf(def.valueType) }
    case 'union':
      return { kind: 'either', options: def.options.map(shapeOf) }
    case 'optional':
    case 'default':
    case 'prefault':
      return { kind: 'optional', inner: shapeOf(def.innerType) }
    case 'nullable':
      return { kind: 'nullable', inner: shapeOf(def.innerType) }
    case 'readonly':
      return shapeOf(def.innerType)
    case 'pipe':
      return shapeOf(def.in)
    case 'lazy':
      return shapeOf(def.getter())
    default:
      throw new Error(`tests/contract/schema/shape.ts does not know zod's "${def.type}" yet: teach it before using it`)
  }
}

function plainValue(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  throw new Error(`a literal of the contract cannot be ${typeof value}: JSON has no such value`)
}

type Check = core.$ZodChecks['_zod']['def']

const checksOf = (def: { readonly checks?: readonly unknown[] | undefined }): Check[] =>
  (def.checks ?? []).map((check) => (check as core.$ZodChecks)._zod.def)

function textShape(
  def: core.$ZodStringDef & { readonly format?: string; readonly pattern?: RegExp | undefined },
): Shape {
  const format = FORMATS.find((known) => known === def.format) ?? null
  if (def.format !== undefined && format === null && def.format !== 'regex')
    throw new Error(`tests/contract/schema/shape.ts does not know zod's string format "${def.format}" yet`)
  const patterns = checksOf(def).flatMap((check) => ('pattern' in check && check.pattern ? [check.pattern] : []))
  return { kind: 'text', format, patterns, ...lengths(def, TEXT_WITHOUT_LIMIT) }
}

function lengths(
  def: { readonly checks?: readonly unknown[] | undefined },
  unlimited: number,
): { min: number; max: number } {
  let min = 0
  let max = Number.POSITIVE_INFINITY
  for (const check of checksOf(def)) {
    if (check.check === 'min_length') min = Math.max(min, check.minimum)
    if (check.check === 'max_length') max = Math.min(max, check.maximum)
    if (check.check === 'length_equals') min = max = check.length
  }
  return { min, max: max === Number.POSITIVE_INFINITY ? Math.max(unlimited, min) : max }
}

function numberShape(def: core.$ZodNumberDef & { readonly format?: string }): Shape {
  const whole = def.format !== undefined
  let min = whole ? Number.MIN_SAFE_INTEGER : -1e9
  let max = whole ? Number.MAX_SAFE_INTEGER : 1e9
  const step = whole ? 1 : 0
  for (const check of checksOf(def)) {
    if (check.check === 'greater_than') min = Math.max(min, Number(check.value) + (check.inclusive ? 0 : step))
    if (check.check === 'less_than') max = Math.min(max, Number(check.value) - (check.inclusive ? 0 : step))
  }
  return { kind: 'number', min, max, whole }
}

/** The shape of what a field takes several of, where it takes one value or a list of them; null where it does not. */
export function manyOf(shape: Shape): Extract<Shape, { kind: 'list' }> | null {
  const bare = bareShape(shape)
  if (bare.kind !== 'either') return null
  return bare.options.find((option) => option.kind === 'list') ?? null
}

/** The shape behind the optional and nullable wrappers. */
export function bareShape(shape: Shape): Exclude<Shape, { kind: 'optional' | 'nullable' }> {
  return shape.kind === 'optional' || shape.kind === 'nullable' ? bareShape(shape.inner) : shape
}
