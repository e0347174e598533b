import type { CallSpec } from '@huanji/contract/call'
import { LOGIN_CONTEXT_KEYS } from '@huanji/contract/envelope'
import type { core } from 'zod'
import { SPECIFICATION_PATHS } from '../specification-paths.ts'
import { type Finding, finding } from './finding.ts'

/** What the contract's own paths must obey: the specification's spelling, or the prefix for calls beyond it. */
export function checkPaths(paths: readonly string[]): Finding[] {
  const known = new Set(SPECIFICATION_PATHS)
  const twice = paths.filter((path, index) => paths.indexOf(path) !== index)
  return [
    ...paths
      .filter((path) => !known.has(path) && !path.startsWith('/api/ext/'))
      .map((path) => finding(path, 'the contract', 'is neither one of the 108 nor under /api/ext/')),
    ...twice.map((path) => finding(path, 'the contract', 'is declared twice')),
  ]
}

/** A payload and the login context share one object, so a call of signed-in people cannot name a field like the context's. */
export function checkNames(specs: readonly CallSpec[]): Finding[] {
  const context: readonly string[] = LOGIN_CONTEXT_KEYS
  return specs
    .filter((spec) => spec.access !== 'public')
    .flatMap((spec) => fieldNames(spec.input).map((name) => ({ path: spec.path, name })))
    .filter(({ name }) => context.includes(name))
    .map(({ path, name }) => finding(path, 'the contract', `its field ${name} would be taken for the login context's`))
}

/** The OpenAPI document describes every call: its request with each field, its answer with each field of `_data`. */
export function checkDocument(document: unknown, specs: readonly CallSpec[]): Finding[] {
  const version = at(document, 'openapi')
  const found =
    typeof version === 'string' && version.startsWith('3.') ? [] : [finding('/openapi.json', 'GET', 'is no OpenAPI 3')]
  for (const spec of specs) {
    const post = at(document, 'paths', spec.path, 'post')
    if (post === undefined) {
      found.push(finding(spec.path, '/openapi.json', 'is missing'))
      continue
    }
    const request = at(document, post, 'requestBody', 'content', 'application/json', 'schema')
    const answer = at(document, post, 'responses', '200', 'content', 'application/json', 'schema')
    found.push(
      ...missingFields(document, spec, 'request', request, [...fieldNames(spec.input), ...LOGIN_CONTEXT_KEYS]),
      ...missingFields(document, spec, 'answer', answer, ['_errCode', '_errStr', '_bizErrCode', '_data']),
      ...missingFields(document, spec, '_data', dataSchema(document, answer), fieldNames(spec.output)),
    )
  }
  return found
}

function missingFields(document: unknown, spec: CallSpec, what: string, schema: unknown, names: string[]): Finding[] {
  if (schema === undefined) return [finding(spec.path, '/openapi.json', `has no schema of the ${what}`)]
  const described = new Set(propertyNames(document, schema))
  return names
    .filter((name) => !described.has(name))
    .map((name) => finding(spec.path, '/openapi.json', `does not describe ${name} of the ${what}`))
}

/** `_data`'s schema; where an answer is described as success or refusal, the one with the most fields. */
function dataSchema(document: unknown, answer: unknown): unknown {
  const described = variants(document, answer)
    .map((variant) => at(document, variant, 'properties', '_data'))
    .filter((schema) => schema !== undefined)
  const fields = (schema: unknown): number => propertyNames(document, schema).length
  return described.sort((one, other) => fields(other) - fields(one))[0]
}

function propertyNames(document: unknown, schema: unknown): string[] {
  return variants(document, schema).flatMap((variant) =>
    Object.keys((at(document, variant, 'properties') ?? {}) as object),
  )
}

/** A schema and all that it is put together from. */
function variants(document: unknown, schema: unknown): unknown[] {
  if (schema === undefined) return []
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => at(document, schema, word) ?? []) as unknown[]
  return [resolved(document, schema), ...parts.flatMap((part) => variants(document, part))]
}

/** The value behind a chain of keys, `$ref`s followed; the first key may be a value to start from. */
function at(document: unknown, ...keys: readonly unknown[]): unknown {
  const [start, ...rest] = keys
  const begin = typeof start === 'string' ? child(document, start) : start
  return rest.reduce((value, key) => child(resolved(document, value), String(key)), begin)
}

const child = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined

function resolved(document: unknown, value: unknown): unknown {
  const ref = child(value, '$ref')
  if (typeof ref !== 'string') return value
  return ref
    .replace(/^#\//, '')
    .split('/')
    .reduce((place, key) => child(place, key.replaceAll('~1', '/').replaceAll('~0', '~')), document)
}

/** The names of an object schema's own fields; for a union, of its first object. */
function fieldNames(schema: core.$ZodType): string[] {
  const { def } = (schema as core.$ZodTypes)._zod
  if (def.type === 'object') return Object.keys(def.shape)
  return def.type === 'union' && def.options[0] ? fieldNames(def.options[0]) : []
}
