import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { BULK_ACTIONS, type BulkAction } from './bulk-actions.ts'
import { callNamed } from './calls.ts'

const ID = '01890000-0000-7000-8000-000000000000'

/** The row of a list's answer. */
function rowOf(name: string): z.ZodObject {
  const { output } = callNamed(name)
  const list = output instanceof z.ZodObject ? output.shape.list : null
  const row = list instanceof z.ZodArray ? list.element : null
  if (!(row instanceof z.ZodObject)) throw new Error(`${name} answers no list of rows`)
  return row
}

describe.each(Object.entries<BulkAction>(BULK_ACTIONS))('%s', (_, action) => {
  const { list, call, idField, inputField, allowed, fixed, asks = [], asksBeside } = action

  it('names a list whose rows have the id and can allow it', () => {
    expect(callNamed(list).kind).toBe('read')
    const { shape } = rowOf(list)
    expect(shape[idField]).toBeDefined()
    const actions = shape.allowedActions
    const names = actions instanceof z.ZodArray && actions.element instanceof z.ZodEnum ? actions.element.options : []
    expect(names).toContain(allowed)
  })

  it('names a write that takes the id where it says, and nothing that only a person could give for each row', () => {
    const { kind, input, ids } = callNamed(call)
    expect(kind).toBe('write')
    expect(ids).toContain(inputField)
    const [first = '', inner] = inputField.split('.')
    const given = {
      scheduleDate: '2026-11-21',
      scheduleNumber: '01',
      shopAccountId: ID,
      reason: '录入错误',
      voidsBag: false,
    }
    expect(Object.keys(given)).toEqual(expect.arrayContaining([...asks]))
    const asked = Object.fromEntries(Object.entries(given).filter(([name]) => asks.includes(name)))
    const row = asksBeside === 'rows' ? {} : asked
    const beside = asksBeside === 'rows' ? asked : {}
    const payload =
      inner === undefined
        ? { ...fixed, ...asked, [first]: ID }
        : { ...fixed, ...beside, [first]: [{ ...row, [inner]: ID }] }
    expect(input.safeParse(payload).error?.issues ?? []).toEqual([])
  })
})
