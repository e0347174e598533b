import * as z from 'zod'

/** A right that shows fields; roles are given it like a call (`menu.ts`). */
export type FieldRight =
  | 'field:reservePrice'
  | 'field:costPrice'
  | 'field:orderMoney'
  | 'field:buyerContact'
  | 'field:overview'

const registry = z.registry<{ readonly rights: readonly FieldRight[] }>()

/**
 * A field that only holders of a right read, or of several rights together: null for everybody else. The server applies
 * it to each row that it answers (`rowOf` in server/src/platform/field-rights.ts), and a list's column of the field is
 * there for holders alone.
 */
export function withRight<Field extends z.ZodType>(
  right: FieldRight | readonly FieldRight[],
  field: Field,
): z.ZodNullable<Field> {
  const held = z.nullable(field)
  registry.add(held, { rights: typeof right === 'string' ? [right] : right })
  return held
}

/** The rights that a field needs, all of them; none for a field that is open. */
export const rightsOfField = (field: z.core.$ZodType): readonly FieldRight[] => registry.get(field)?.rights ?? []
