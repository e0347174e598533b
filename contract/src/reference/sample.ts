import { dictionary } from '@huanji/domain/dictionary'
import { fieldWord } from './field-word.ts'
import { type JsonShape, waysOf } from './json-shape.ts'
import { SAMPLE_ENDS, SAMPLE_TEXTS } from './sample-values.ts'

const SAMPLE_DAY = '2026-11-22'
const SAMPLE_MOMENT = `${SAMPLE_DAY}T02:19:30.000Z`
const SAMPLE_FEN = 230_000

/** An id that is the same for a field of the same name. */
function idOf(name: string): string {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 0xffff_ffff
  return `01890000-0000-7000-8000-0000${hash.toString(16).padStart(8, '0')}`
}

const FORMATS: Readonly<Record<string, (name: string) => string>> = dictionary({
  uuid: idOf,
  'date-time': () => SAMPLE_MOMENT,
  date: () => SAMPLE_DAY,
})

function textOf({ format = '', maxLength = Number.POSITIVE_INFINITY }: JsonShape, name: string): string {
  const made = FORMATS[format]?.(name)
  if (made !== undefined) return made
  const text = SAMPLE_TEXTS[name] ?? SAMPLE_ENDS.find(([end]) => end.test(name))?.[1] ?? fieldWord(name)
  return text.length > maxLength ? '' : text
}

function numberOf({ minimum = 0, maximum = SAMPLE_FEN }: JsonShape, name: string): number {
  const usual = name.endsWith('Fen') ? SAMPLE_FEN : 1
  return Math.min(Math.max(usual, minimum), maximum)
}

/** A list with one thing, an object with each of its fields, a dictionary with one entry. */
function manyOf(shape: JsonShape, name: string): unknown {
  if (shape.items) return shape.items.$ref === undefined ? [sampleOf(shape.items, name)] : []
  if (shape.properties)
    return Object.fromEntries(Object.entries(shape.properties).map(([field, of]) => [field, sampleOf(of, field)]))
  if (typeof shape.additionalProperties !== 'object') return shape.type === 'array' ? [] : {}
  const key = shape.propertyNames?.enum?.[0] ?? (/answers$|^defaults$/i.test(name) ? SAMPLE_TEXTS.itemCode : 'pending')
  return { [String(key)]: sampleOf(shape.additionalProperties, name) }
}

/**
 * What an answer of a shape looks like: each field with a value that the shape takes, of several ways the first that is not
 * null. It is the same whenever it is made.
 */
export function sampleOf(shape: JsonShape, name = ''): unknown {
  const ways = waysOf(shape)
  if (ways.length > 0) return sampleOf(ways.find(({ type }) => type !== 'null') ?? ways[0] ?? {}, name)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  const type = typeof shape.type === 'object' ? shape.type.find((one) => one !== 'null') : shape.type
  if (type === 'string') return textOf(shape, name)
  if (type === 'integer' || type === 'number') return numberOf(shape, name)
  if (type === 'boolean') return false
  return type === 'array' || type === 'object' ? manyOf(shape, name) : null
}
