import { read, write } from '@huanji/contract/call'
import { id, oneOrMany, text } from '@huanji/contract/shapes'
import * as z from 'zod'

const SOME_ID = '01890000-0000-7000-8000-000000000000'

/** A read the fake gateway answers: looks a thing up. */
export const lookUp = read({
  path: '/api/ext/fake/lookUp',
  title: '查找',
  input: z.strictObject({
    thingId: id,
    note: text(20).default(''),
    count: z.int().min(1).max(9).optional(),
    /** Passed over where one is not there. */
    alsoId: oneOrMany(id).optional(),
  }),
  output: z.strictObject({ thingId: id, name: z.string() }),
  refusals: ['NOT_FOUND'],
  ids: ['thingId', 'alsoId'],
  example: { thingId: SOME_ID, note: '备注', count: 2 },
})

/** A write the fake gateway answers: counts what it is given. */
export const add = write({
  path: '/api/ext/fake/add',
  title: '增加',
  input: z.strictObject({ amount: z.int().min(1).max(100) }),
  output: z.strictObject({ total: z.int() }),
  example: { amount: 5 },
})

export const FAKE_CALLS = [lookUp, add]
