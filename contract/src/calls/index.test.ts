import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { LOGIN_CONTEXT_KEYS } from '../envelope.ts'
import { allCalls } from './index.ts'

describe('the table of calls', () => {
  it('has each path once', () => {
    expect(new Set(allCalls.map(({ path }) => path)).size).toBe(allCalls.length)
  })

  it.each(allCalls.map((spec) => [spec.path, spec] as const))(
    '%s gives an example its own input accepts',
    (_, spec) => {
      expect(spec.input.safeParse(spec.example).error?.issues ?? []).toEqual([])
    },
  )

  // the bag list's filter `employeeId` was swallowed by the login context and never filtered
  it.each(allCalls.filter(({ access }) => access !== 'public').map((spec) => [spec.path, spec] as const))(
    '%s names no field like the login context',
    (_, spec) => {
      const fields = spec.input instanceof z.ZodObject ? Object.keys(spec.input.shape) : []
      expect(fields.filter((field) => (LOGIN_CONTEXT_KEYS as readonly string[]).includes(field))).toEqual([])
    },
  )

  it.each(allCalls.map((spec) => [spec.path, spec] as const))('%s takes no unknown field', (_, spec) => {
    expect(spec.input.safeParse({ ...(spec.example as object), nobodyKnowsThis: 1 }).success).toBe(false)
  })
})
