import { EMPTY_OR_SEEN, NO_LONE_SURROGATE } from '@huanji/contract/shapes'
import { dictionary } from '@huanji/domain/dictionary'
import * as z from 'zod'

/** A schema as JSON Schema writes it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

/** Schemas that several places refer to, by their names in the description. */
export type Components = Record<string, JsonSchema>

const DEFINITION = /^#\/\$defs\/(.+)$/
const COMPONENT = '#/components/schemas/'

/**
 * Describes a shape of the contract within a larger document: what holds itself goes to `components`, where the
 * references of the whole document lead.
 * @throws Error for two shapes of one name, or one without a name: `.meta({ id })` gives it
 */
export function describeShape(shape: z.core.$ZodType, io: 'input' | 'output', components: Components): JsonSchema {
  const whole = z.toJSONSchema(shape, { io, unrepresentable: 'any', override: plainText })
  const { $schema, $defs = {}, ...schema } = whole as JsonSchema
  for (const [name, definition] of Object.entries($defs)) {
    if (name.startsWith('__')) throw new Error('a shape that holds itself needs a name for the description')
    const described = redirected(definition) as JsonSchema
    if (name in components && JSON.stringify(components[name]) !== JSON.stringify(described)) {
      throw new Error(`two shapes are called ${name}`)
    }
    components[name] = described
  }
  return redirected(schema) as JsonSchema
}

function redirected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redirected)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const definition = name === '$ref' && typeof one === 'string' ? DEFINITION.exec(one)?.[1] : undefined
      return [name, definition === undefined ? redirected(one) : `${COMPONENT}${definition}`]
    }),
  )
}

/** What the format of a text says by itself, so that no pattern repeats it. */
const FORMATS = dictionary({ datetime: 'date-time', date: 'date' })

/** Rules that only an expression with classes of Unicode can say; whoever breaks them is told so by the refusal. */
const UNICODE_RULES = [NO_LONE_SURROGATE.source, EMPTY_OR_SEEN.source]

interface Described {
  readonly zodSchema: z.core.$ZodTypes
  readonly jsonSchema: JsonSchema
}

/**
 * Says of a text what tools of every language can use: one pattern beside its type, without classes of Unicode. JSON that
 * is sent as UTF-8 holds no half characters anyway.
 */
function plainText({ zodSchema, jsonSchema }: Described): void {
  const { def } = zodSchema._zod
  if (def.type !== 'string') return
  const { format, pattern } = def as { format?: string; pattern?: RegExp }
  const named = FORMATS[format ?? '']
  const given = [jsonSchema, ...(jsonSchema.allOf ?? [])].flatMap((one) => (one as JsonSchema).pattern ?? [])
  const left = given.filter((one) => !UNICODE_RULES.includes(one) && !(named !== undefined && one === pattern?.source))
  if (left.length > 1) throw new Error(`a text with several patterns: ${left.join(' ')}`)
  delete jsonSchema.allOf
  delete jsonSchema.pattern
  if (named !== undefined) jsonSchema.format = named
  if (left[0] !== undefined) jsonSchema.pattern = left[0]
}
