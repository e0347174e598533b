import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { allCalls } from './calls.ts'
import { LOGIN_CONTEXT_KEYS } from './envelope.ts'

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

  // seven calls took the auction market for granted where the channel was forgotten
  it.each(
    allCalls
      .filter(({ input }) => input instanceof z.ZodObject && 'channel' in input.shape)
      .map((spec) => [spec.path, spec] as const),
  )('%s never takes a channel for granted', (_, spec) => {
    const { channel: _channel, ...silent } = spec.example as { readonly channel?: unknown }
    const parsed = spec.input.safeParse(silent)
    expect(parsed.success ? parsed.data : { channel: undefined }).not.toHaveProperty('channel', expect.anything())
  })

  it.each(allCalls.map((spec) => [spec.path, spec] as const))('%s takes no unknown field', (_, spec) => {
    expect(spec.input.safeParse({ ...(spec.example as object), nobodyKnowsThis: 1 }).success).toBe(false)
  })
})
