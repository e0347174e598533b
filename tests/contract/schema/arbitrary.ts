import { PASSWORD_PATTERN } from '@huanji/domain/validation'
import fc from 'fast-check'
import type { core } from 'zod'
import { safeParse } from 'zod/v4/core'
import { type Shape, shapeOf, type TextShape } from './shape.ts'

/**
 * Texts that break careless servers: quoting, wildcards, markup, formulas, another script's digits, joined emoji,
 * a NUL, a lone half of a surrogate pair, names that JavaScript objects already have.
 */
const AWKWARD_TEXTS = [
  '',
  ' ',
  "'",
  '"; --',
  '100%_\\',
  '$1 :name {nobody}',
  '<b>粗</b>',
  '=1+1',
  '１２３',
  '👩‍👩‍👧‍👦',
  'é',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  '\ufeff',
  'line\nbreak',
  'tab\there',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e309',
  '490154203237518',
]

/** Patterns with a look-ahead, which the generator for expressions cannot read, and what makes texts for them. */
const SPECIAL_PATTERNS = new Map<string, fc.Arbitrary<string>>([
  [
    PASSWORD_PATTERN.source,
    fc
      .tuple(fc.stringMatching(/^[a-z]{4,8}$/), fc.stringMatching(/^[0-9]{4,8}$/))
      .map(([letters, digits]) => letters + digits),
  ],
])

/** Payloads that `schema` accepts, the extremes of each field and awkward texts among them. */
export function validInput(schema: core.$ZodType): fc.Arbitrary<unknown> {
  return valuesOf(shapeOf(schema)).filter((value) => safeParse(schema, value).success)
}

/** Values of a shape, awkward ones among them; some are none that the schema takes. */
export function valuesOf(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'text':
      return textsOf(shape)
    case 'number':
      return numbersOf(shape)
    case 'boolean':
      return fc.boolean()
    case 'values':
      return fc.constantFrom(...shape.values)
    case 'list':
      return fc.array(valuesOf(shape.element), {
        minLength: shape.min,
        maxLength: Math.min(shape.max, shape.min + 4),
      })
    case 'fields':
      return fieldsOf(shape.fields)
    case 'dictionary':
      return fc.dictionary(
        valuesOf(shape.key).filter((key): key is string => typeof key === 'string' && key !== '__proto__'),
        valuesOf(shape.value),
        { maxKeys: 3 },
      )
    case 'either':
      return fc.oneof(...shape.options.map(valuesOf))
    case 'optional':
      return valuesOf(shape.inner)
    case 'nullable':
      return fc.option(valuesOf(shape.inner), { nil: null })
  }
}

function fieldsOf(fields: Readonly<Record<string, Shape>>): fc.Arbitrary<unknown> {
  const requiredKeys = Object.keys(fields).filter((name) => fields[name]?.kind !== 'optional')
  const values = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valuesOf(field)]))
  return fc.record(values, { requiredKeys, noNullPrototype: true })
}

function numbersOf(shape: Extract<Shape, { kind: 'number' }>): fc.Arbitrary<number> {
  return shape.whole
    ? fc.oneof(fc.integer({ min: shape.min, max: shape.max }), fc.constantFrom(shape.min, shape.max))
    : fc.double({ min: shape.min, max: shape.max, noNaN: true })
}

function textsOf(shape: TextShape): fc.Arbitrary<string> {
  const accepts = (value: string): boolean =>
    value.trim().length >= shape.min &&
    value.length <= shape.max &&
    shape.patterns.every((pattern) => new RegExp(pattern).test(value.trim()))
  return rawTexts(shape).filter(accepts)
}

function rawTexts(shape: TextShape): fc.Arbitrary<string> {
  if (shape.format === 'uuid') return fc.oneof(fc.uuid({ version: 7 }), fc.uuid(), fc.uuid().map(upper))
  if (shape.format === 'datetime') return moments.map((at) => at.toISOString())
  if (shape.format === 'date') return moments.map((at) => at.toISOString().slice(0, 10))
  const narrow = shape.patterns.find((pattern) => !isLoose(pattern))
  if (narrow) return SPECIAL_PATTERNS.get(narrow.source) ?? fc.stringMatching(narrow)
  const free = { minLength: shape.min, maxLength: Math.min(shape.max, 60) }
  const awkward = AWKWARD_TEXTS.filter(
    (text) => text.trim().length >= shape.min && text.length <= shape.max && matchesAll(shape.patterns, text),
  )
  return fc.oneof(
    fc.string(free),
    fc.string({ ...free, unit: 'grapheme' }),
    ...(awkward.length > 0 ? [fc.constantFrom(...awkward)] : []),
    fc.constant('码'.repeat(Math.max(1, shape.max))),
  )
}

const upper = (text: string): string => text.toUpperCase()

/** Years that fit the four digits of the format, with the first and last ones. */
const moments = fc.oneof(
  fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
  fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
)

const matchesAll = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.every((pattern) => new RegExp(pattern).test(text.trim()))

/** True when a pattern only keeps a few characters out, so that ordinary words pass it. */
const isLoose = (pattern: RegExp): boolean => matchesAll([pattern], '普通 words') && matchesAll([pattern], '12')
