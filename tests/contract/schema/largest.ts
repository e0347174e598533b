import { randomUUID } from 'node:crypto'
import type { CallSpec } from '@huanji/contract/call'
import { imeiOf } from '@huanji/server/demo/trade/inspecting'
import fc from 'fast-check'
import { valuesOf } from './arbitrary.ts'
import { bareShape, type Shape, shapeOf, type TextShape } from './shape.ts'

/** What the texts of a body are full of: words of one letter, one long word, digits, or signs that stand for nothing. */
export const FILLINGS = ['words', 'han', 'digits', 'signs'] as const
type Filling = (typeof FILLINGS)[number]

/** A dictionary without a limit of its own has so many keys at most. */
const DICTIONARY_KEYS = 10_000
/** What is put into each text of a row: many words, or a text that has no end. */
const IN_ROWS: readonly Filling[] = ['words', 'han']
/** The login context travels beside a payload; a body that leaves so many bytes for it is within the limit. */
const CONTEXT_BYTES = 1_000

const filled: Readonly<Record<Filling, (length: number, at: number) => string>> = {
  words: (length, at) => `${at} ${'q z '.repeat(length / 4 + 1)}`.slice(0, length).replace(/ $/, 'x'),
  han: (length, at) => `${at}${'码乐重'.repeat(length / 3 + 1)}`.slice(0, length),
  digits: (length, at) => `${at}${'4901542032'.repeat(length / 10 + 1)}`.slice(0, length),
  signs: (length, at) => `${at}${'+((%_'.repeat(length / 5 + 1)}`.slice(0, length),
}

interface Making {
  readonly filling: Filling
  /** The part of the rows that each list takes of those it may have. */
  readonly share: number
  /** Which of its list's elements a value belongs to, so that no two are alike. */
  readonly at: number
  /** How many bytes more there is room for: without any, lists end. */
  readonly room: { bytes: number }
}

/** Elements of a list, as many as may be and as there is room for. */
function elementsOf<Value>(
  making: Making,
  { min, max }: { min: number; max: number },
  make: (one: Making) => Value,
): Value[] {
  const most = Math.max(min, Math.floor(max * making.share))
  const made: Value[] = []
  while (made.length < most && (made.length < min || making.room.bytes > 0))
    made.push(make({ ...making, at: made.length }))
  return made
}

function largestText(shape: TextShape, making: Making): string {
  const text = rawText(shape, making)
  making.room.bytes -= Buffer.byteLength(text) + 3
  return text
}

function rawText(shape: TextShape, { filling, at }: Making): string {
  if (shape.format === 'uuid') return randomUUID()
  if (shape.format === 'datetime') return new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString()
  if (shape.format === 'date') return new Date(Date.UTC(2020, 0, 1 + (at % 2000))).toISOString().slice(0, 10)
  const text = filled[filling](shape.max, at)
  if (shape.patterns.every((pattern) => new RegExp(pattern).test(text))) return text
  const drawn = drawnTexts(shape)
  return drawn[at % drawn.length] ?? ''
}

const DRAWN_OF_A_PATTERN = 200
const drawnByPattern = new Map<string, readonly string[]>()

/** Texts of a narrow pattern, the longest first. */
function drawnTexts(shape: TextShape): readonly string[] {
  const name = `${shape.patterns.join(' ')} ${shape.min} ${shape.max}`
  const known = drawnByPattern.get(name)
  if (known !== undefined) return known
  const drawn = fc.sample(valuesOf(shape), { numRuns: DRAWN_OF_A_PATTERN, seed: 1 }) as string[]
  const texts = [...new Set(drawn)].sort((one, other) => other.length - one.length)
  drawnByPattern.set(name, texts)
  return texts
}

/** A value of the shape with nothing in it that need not be there. */
function smallestOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'list':
      return Array.from({ length: shape.min }, () => smallestOf(shape.element))
    case 'fields':
      return Object.fromEntries(
        Object.entries(shape.fields)
          .filter(([, field]) => field.kind !== 'optional')
          .map(([name, field]) => [name, smallestOf(field)]),
      )
    case 'dictionary':
      return {}
    default:
      return largestOf(shape, { filling: 'words', share: 0, at: 0, room: { bytes: 0 } })
  }
}

/** A value of the shape with its lists full and its texts as long as they may be; what refines it beyond that may refuse it. */
function largestOf(shape: Shape, making: Making): unknown {
  const { at } = making
  making.room.bytes -= 8
  switch (shape.kind) {
    case 'text':
      return largestText(shape, making)
    case 'number':
      return Math.max(shape.min, shape.max - at)
    case 'boolean':
      return true
    case 'values':
      return shape.values[at % shape.values.length]
    case 'list':
      return elementsOf(making, shape, (one) => largestOf(shape.element, one))
    case 'fields':
      return Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, largestOf(field, making)]))
    case 'dictionary':
      return Object.fromEntries(
        elementsOf(making, { min: 0, max: DICTIONARY_KEYS }, (one) => [
          largestOf(shape.key, one),
          // once the most that may stand under a key, once the most keys
          one.filling === 'digits' ? smallestOf(shape.value) : largestOf(shape.value, one),
        ]),
      )
    case 'either': {
      const option = shape.options.find(({ kind }) => kind === 'list') ?? shape.options[at % shape.options.length]
      return option === undefined ? null : largestOf(option, making)
    }
    case 'optional':
    case 'nullable':
      return largestOf(shape.inner, making)
  }
}

const bytesOf = (payload: unknown): number => Buffer.byteLength(JSON.stringify(payload))

/** Puts the largest values into a payload that is taken, one part after another, wherever it is still taken with them. */
function grown(shape: Shape, base: unknown, making: Making, isTaken: (value: unknown) => boolean): unknown {
  const { bytes } = making.room
  const largest = largestOf(shape, making)
  if (isTaken(largest)) return largest
  making.room.bytes = bytes
  const bare = bareShape(shape)
  if (bare.kind === 'fields' && typeof base === 'object' && base !== null) {
    let payload: Record<string, unknown> = { ...base }
    for (const [name, field] of Object.entries(bare.fields)) {
      const sofar = payload
      const value = grown(field, sofar[name], making, (one) => isTaken({ ...sofar, [name]: one }))
      if (value !== undefined) payload = { ...sofar, [name]: value }
    }
    return payload
  }
  if (bare.kind === 'list' && Array.isArray(base) && base.length > 0) {
    // each element like the one of the example, as many as there may be
    const element = grown(bare.element, base[0], making, (one) => isTaken([one]))
    const many = Array.from({ length: Math.floor(bare.max * making.share) }, () => element)
    return isTaken(many) ? many : base
  }
  return base
}

const SHARES = [1, 0.5, 0.2, 0.05]

interface Trial {
  readonly spec: CallSpec
  readonly example: unknown
  readonly filling: Filling
}

function isTakenBy(spec: CallSpec): (payload: unknown) => boolean {
  return (payload) => bytesOf(payload) <= spec.bodyLimitBytes - CONTEXT_BYTES && spec.input.safeParse(payload).success
}

/** The larger of payloads made with several shares of the room there is: what does not fit whole may fit by half. */
function largestOfShares({ spec, example }: Trial, make: (share: number, bytes: number) => unknown): unknown {
  let best = example
  for (const share of SHARES) {
    const payload = make(share, (spec.bodyLimitBytes - CONTEXT_BYTES) * share)
    if (isTakenBy(spec)(payload) && bytesOf(payload) > bytesOf(best)) best = payload
  }
  return best
}

/** Everything that the call takes as large as it may be. */
function wholeBody(trial: Trial): unknown {
  const { spec, example, filling } = trial
  return largestOfShares(trial, (share, bytes) =>
    grown(shapeOf(spec.input), example, { filling, share, at: 0, room: { bytes } }, isTakenBy(spec)),
  )
}

/** A value like that of the example for the row of that number: other codes and ids, everything else the same. */
function alike(value: unknown, at: number): unknown {
  if (typeof value === 'string')
    return /^\d{15}$/.test(value) ? imeiOf('35', at) : UUID.test(value) ? randomUUID() : value
  if (typeof value === 'number') return value + at
  if (Array.isArray(value)) return value.map((one) => alike(one, at))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, alike(one, at)]))
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A text of lines with as many lines like its last one as there is room for, each with a number of its own. */
function manyLines(text: string, bytes: number): string {
  const lines = text.trimEnd().split('\n')
  const last = lines.pop() ?? ''
  const count = Math.floor((bytes - Buffer.byteLength(text)) / Buffer.byteLength(`${last}\n\n`))
  const rows = Array.from({ length: count }, (_none, at) =>
    last.replace(/\d{8,}/, (digits) => String(at).padStart(digits.length, '0')),
  )
  return [...lines, ...rows].join('\n')
}

type Path = readonly (string | number)[]

/** Where the texts and dictionaries of an element stand that may be longer than they are. */
function longPlaces(shape: Shape, value: unknown, path: Path = []): { path: Path; shape: Shape }[] {
  const bare = bareShape(shape)
  if (bare.kind === 'text' || bare.kind === 'dictionary') return [{ path, shape: bare }]
  if (bare.kind === 'fields') {
    const of = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    return Object.entries(bare.fields).flatMap(([name, field]) => longPlaces(field, of[name], [...path, name]))
  }
  if (bare.kind === 'list' && Array.isArray(value)) {
    return value.flatMap((one, index) => longPlaces(bare.element, one, [...path, index]))
  }
  return []
}

function withAt(value: unknown, [step, ...rest]: Path, put: unknown): unknown {
  if (step === undefined) return put
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? withAt(one, rest, put) : one))
  const of = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return { ...of, [step]: withAt(of[step], rest, put) }
}

/**
 * The example with one thing of it as large as it may be: a field, or in each row of a full list the same text. Everything
 * else is good, so that the call comes to the work that it does with it.
 */
function bodiesOfOneThing(trial: Trial): unknown[] {
  const { spec, example, filling } = trial
  const shape = bareShape(shapeOf(spec.input))
  if (shape.kind !== 'fields' || typeof example !== 'object' || example === null) return []
  return Object.entries(shape.fields).flatMap(([name, field]) => {
    const base = (example as Record<string, unknown>)[name]
    const put = (value: unknown) => ({ ...example, [name]: value })
    const one = largestOfShares(trial, (share, bytes) =>
      put(grown(field, base, { filling, share, at: 0, room: { bytes } }, (value) => isTakenBy(spec)(put(value)))),
    )
    if (typeof base === 'string' && base.includes('\n')) {
      return [one, largestOfShares(trial, (_share, bytes) => put(manyLines(base, bytes)))]
    }
    const list = bareShape(field)
    if (list.kind !== 'list' || !Array.isArray(base) || base.length === 0 || !IN_ROWS.includes(filling)) return [one]
    const rows = [...longPlaces(list.element, base[0]), null].map((place) =>
      largestOfShares(trial, (share, bytes) => {
        const making = { filling, share, room: { bytes }, at: 0 }
        return put(
          elementsOf(making, list, (row) => {
            const element = alike(base[0], row.at)
            making.room.bytes -= bytesOf(element)
            return place === null ? element : withAt(element, place.path, largestOf(place.shape, row))
          }),
        )
      }),
    )
    return [one, ...rows]
  })
}

/** Smaller ones than this keep nobody waiting, whatever they hold. */
const SMALL_BYTES = 2_000

/** The largest bodies of the call that the contract and its limit of bytes let through, their texts filled in one way. */
export function largestBodies(spec: CallSpec, example: unknown, filling: Filling): unknown[] {
  const trial = { spec, example, filling }
  const others = bodiesOfOneThing(trial).filter((payload) => bytesOf(payload) > SMALL_BYTES)
  return [wholeBody(trial), ...new Map(others.map((payload) => [JSON.stringify(payload), payload])).values()]
}
