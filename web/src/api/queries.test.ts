import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from './client.ts'
import { askEarly } from './early-answers.ts'
import { createQueryClient, queryOf } from './queries.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

/** Asks as a screen does: by itself `fetchQuery` never tries again. */
function ask(input: { page: number }): Promise<unknown> {
  const client = createQueryClient()
  const { retry = false } = client.getDefaultOptions().queries ?? {}
  return client.fetchQuery({ ...queryOf(api.auctionOrder.list, input), retry, retryDelay: 0 })
}

const timeout = () => new DOMException('signal timed out', 'TimeoutError')

test('defect: a read that timed out was asked again, so that its error showed after three minutes', async () => {
  fetched.mockRejectedValue(timeout())
  await expect(ask({ page: 2 })).rejects.toThrow('signal timed out')
  expect(fetched).toHaveBeenCalledOnce()
})

test('a read that was asked early and timed out is not asked again either', async () => {
  fetched.mockRejectedValue(timeout())
  askEarly(api.auctionOrder.list, { page: 3 })
  await expect(ask({ page: 3 })).rejects.toThrow('signal timed out')
  expect(fetched).toHaveBeenCalledOnce()
})

test('a lost connection is worth a second try', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(ask({ page: 4 })).rejects.toThrow('Failed to fetch')
  expect(fetched).toHaveBeenCalledTimes(2)
})
