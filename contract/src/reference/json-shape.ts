import { dictionary } from '@huanji/domain/dictionary'
import * as z from 'zod'

/** What of JSON Schema the contract's schemas come to. */
export interface JsonShape {
  /** A shape that holds itself, such as regions within regions. */
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonShape[]
  readonly oneOf?: readonly JsonShape[]
  readonly items?: JsonShape
  readonly properties?: Readonly<Record<string, JsonShape>>
  readonly required?: readonly string[]
  readonly propertyNames?: JsonShape
  readonly additionalProperties?: JsonShape | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

const KEPT: Readonly<Record<string, string>> = dictionary({ datetime: 'date-time', date: 'date' })

/** A text with further patterns loses its format on the way to JSON Schema. */
function keepFormat({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: { format?: string } }): void {
  const { def } = zodSchema._zod
  const format = 'format' in def && typeof def.format === 'string' ? KEPT[def.format] : undefined
  if (format !== undefined) jsonSchema.format = format
}

/** The shape of what is sent (`input`) or answered (`output`). */
export const shapeOf = (schema: z.ZodType, io: 'input' | 'output'): JsonShape =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', override: keepFormat }) as JsonShape

/** The ways of a shape that is one of several; none of any other. */
export const waysOf = ({ anyOf, oneOf }: JsonShape): readonly JsonShape[] => anyOf ?? oneOf ?? []
