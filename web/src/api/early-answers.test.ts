import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askEarly, takeEarly } from './early-answers.ts'
import { createQueryClient, queryOf } from './queries.ts'

function rowsCall() {
  let answers = 0
  const made = vi.fn(async (_input: { page: number }, _options?: object) => {
    answers += 1
    return { answers }
  })
  const call = Object.assign((input: { page: number }, options?: object) => made(input, options), {
    path: '/test/rows',
    kind: 'read' as const,
  })
  return { call, made }
}

beforeEach(() => {
  localStorage.setItem('loginToken', 'first session')
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('an early answer serves the query that asks the same, once', async () => {
  const { call, made } = rowsCall()
  askEarly(call, { page: 1 })
  const client = createQueryClient()
  expect(await client.fetchQuery(queryOf(call, { page: 1 }))).toEqual({ answers: 1 })
  expect(made).toHaveBeenCalledTimes(1)
  expect(takeEarly(call, { page: 1 })).toBeUndefined()
})

test('an answer that has arrived is there from the first painting on', async () => {
  const { call, made } = rowsCall()
  askEarly(call, { page: 1 })
  await Promise.resolve()
  const client = createQueryClient()
  const observer = new QueryObserver(client, queryOf(call, { page: 1 }))
  expect(observer.getCurrentResult()).toMatchObject({ data: { answers: 1 }, isPending: false })
  const stop = observer.subscribe(() => {})
  expect(made).toHaveBeenCalledTimes(1)
  stop()
})

test('an answer still on its way is waited for', async () => {
  const { call, made } = rowsCall()
  askEarly(call, { page: 1 })
  const observer = new QueryObserver(createQueryClient(), queryOf(call, { page: 1 }))
  expect(observer.getCurrentResult().isPending).toBe(true)
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ answers: 1 }))
  expect(made).toHaveBeenCalledTimes(1)
  stop()
})

test('another payload is asked for itself', async () => {
  const { call, made } = rowsCall()
  askEarly(call, { page: 1 })
  await createQueryClient().fetchQuery(queryOf(call, { page: 2 }))
  expect(made).toHaveBeenLastCalledWith({ page: 2 }, expect.anything())
  expect(made).toHaveBeenCalledTimes(2)
  await takeEarly(call, { page: 1 })
})

test('nothing asked in one session reaches the next', () => {
  const { call } = rowsCall()
  askEarly(call, { page: 1 })
  localStorage.setItem('loginToken', 'second session')
  expect(takeEarly(call, { page: 1 })).toBeUndefined()
})

test('an old answer is dropped', () => {
  const { call } = rowsCall()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  askEarly(call, { page: 1 })
  clock.mockReturnValue(16_001)
  expect(takeEarly(call, { page: 1 })).toBeUndefined()
})

test('after an early refusal the query asks again, so that its refusal is shown as usual', async () => {
  const { call, made } = rowsCall()
  made.mockRejectedValueOnce(new Error('refused'))
  askEarly(call, { page: 1 })
  expect(made).toHaveBeenLastCalledWith({ page: 1 }, { handles: 'all' })
  expect(await createQueryClient().fetchQuery(queryOf(call, { page: 1 }))).toEqual({ answers: 1 })
  expect(made).toHaveBeenCalledTimes(2)
  expect(made.mock.calls[1]?.[1]).not.toHaveProperty('handles')
})
