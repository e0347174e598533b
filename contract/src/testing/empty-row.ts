import * as z from 'zod'

function emptyOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodObject) return emptyRow(schema)
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return ''
  throw new Error(`nothing says what an empty ${schema._zod.def.type} is`)
}

/**
 * A row of the contract with nothing in it: null, empty, 0, false, and the first of each few words. A test's fixture
 * starts from it and names what the test is about, so that a new field of the row concerns no fixture.
 */
export function emptyRow<Row extends z.ZodObject>(row: Row): z.output<Row> {
  const fields = Object.entries(row.shape).map(([name, field]) => [name, emptyOf(field)])
  return Object.fromEntries(fields) as z.output<Row>
}
