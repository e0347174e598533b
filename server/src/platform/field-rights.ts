import { type FieldRight, rightsOfField } from '@huanji/contract/columns/field-rights'
import * as z from 'zod'
import type { Actor } from './actor.ts'

/** True when the actor may read the fields behind a right; the owner reads everything. */
export function mayRead(actor: Pick<Actor, 'grants' | 'isOwner'>, right: FieldRight): boolean {
  return actor.isOwner || actor.grants.has(right)
}

/** The same for what needs several rights together. */
export const mayReadAll = (actor: Pick<Actor, 'grants' | 'isOwner'>, rights: readonly FieldRight[]): boolean =>
  rights.every((right) => mayRead(actor, right))

type Reader = Pick<Actor, 'grants' | 'isOwner'>

/** Makes of a value what the reader is answered. */
type Answer = (value: unknown, reader: Reader) => unknown

type Fields = Readonly<Record<string, unknown>>

interface AnsweredField {
  readonly name: string
  readonly rights: readonly FieldRight[]
  /** Null where the value is answered as it is. */
  readonly answer: Answer | null
}

function answerOf(schema: z.core.$ZodType): Answer | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const answer = answerOf(schema.unwrap())
    return answer && ((value, reader) => (value === null || value === undefined ? value : answer(value, reader)))
  }
  if (schema instanceof z.ZodArray) {
    const answer = answerOf(schema.element)
    return answer && ((list, reader) => (list as readonly unknown[]).map((one) => answer(one, reader)))
  }
  return schema instanceof z.ZodObject ? answerOfFields(schema) : null
}

function answerOfFields({ shape }: z.ZodObject): Answer {
  const fields = Object.entries(shape).map(
    ([name, field]): AnsweredField => ({ name, rights: rightsOfField(field), answer: answerOf(field) }),
  )
  return (value, reader) => {
    const row = value as Fields
    const answered: Record<string, unknown> = {}
    for (const { name, rights, answer } of fields) {
      const given = row[name]
      if (!mayReadAll(reader, rights)) answered[name] = null
      else answered[name] = answer === null ? given : answer(given, reader)
    }
    return answered
  }
}

/**
 * Gives the function that makes of a row what a reader is answered: the fields that the contract names and no others,
 * and null in those that need a right the reader lacks (`withRight`); the same in the rows and lists within it. What is
 * to be known of the schema is looked up here, once.
 */
export function rowOf<Row extends z.ZodObject>(schema: Row): (row: z.output<Row>, reader: Reader) => z.output<Row> {
  return answerOfFields(schema) as (row: z.output<Row>, reader: Reader) => z.output<Row>
}
