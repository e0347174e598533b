import * as z from 'zod'

/** A right that shows fields; roles are given it like a call (`menu.ts`). */
export type FieldRight = 'field:reservePrice' | 'field:costPrice' | 'field:orderMoney' | 'field:buyerContact'

const rights = z.registry<{ readonly right: FieldRight }>()

/**
 * A field that only holders of a right read: null for everybody else. The server applies it to each row that it answers
 * (`rowOf` in server/src/platform/field-rights.ts), and a list's column of the field is there for holders alone.
 */
export function withRight<Field extends z.ZodType>(right: FieldRight, field: Field): z.ZodNullable<Field> {
  const held = z.nullable(field)
  rights.add(held, { right })
  return held
}

/** The right that a field needs, or null. */
export const rightOf = (field: z.core.$ZodType): FieldRight | null => rights.get(field)?.right ?? null
