// @vitest-environment node

import { allCalls } from '@huanji/contract/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { expect, test } from 'vitest'
import { firstCalls } from './first-calls.ts'

/** Every page is loaded for it, which takes a busy machine a while. */
const LOADED_MS = 90_000

test('every list that asks early is asked for by the page itself, as its own code would ask', {
  timeout: LOADED_MS,
}, async () => {
  const before = globalThis.fetch
  const calls = await firstCalls()
  expect(calls['/sale/order']).toEqual({
    path: auctionOrder.list.path,
    input: { page: 1, pageSize: 20 },
    restores: 'filters:auction-orders:',
  })
  for (const [route, { path, input, restores }] of Object.entries(calls)) {
    expect(input, route).toMatchObject({ page: 1, pageSize: 20 })
    expect(restores, route).toMatch(/^filters:[\w-]+:$/)
    expect(allCalls.find((call) => call.path === path)?.kind, route).toBe('read')
  }
  expect(Object.keys(calls).length).toBeGreaterThan(5)
  expect(globalThis.fetch).toBe(before)
})
