import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { watchPictures } from './picture-refresh.ts'

afterEach(() => vi.useRealTimers())

it('defect: a page that was open for hours showed broken pictures until somebody reloaded it', async () => {
  vi.useFakeTimers()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } })
  const ask = vi.fn(async () => 'an answer')
  const forget = new QueryObserver(client, { queryKey: ['list'], queryFn: ask }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(10)
  expect(ask).toHaveBeenCalledTimes(1)

  const stop = watchPictures(client)
  const pictures = [1, 2].map(() => document.body.appendChild(document.createElement('img')))
  await vi.advanceTimersByTimeAsync(60_000)
  for (const picture of pictures) picture.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(10)
  expect(ask).toHaveBeenCalledTimes(2)

  document.body.appendChild(document.createElement('script')).dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
  pictures[0]?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(10)
  expect(ask).toHaveBeenCalledTimes(3)

  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  pictures[0]?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(10)
  expect(ask).toHaveBeenCalledTimes(3)
  forget()
})

it('defect: a picture that was not there when a page was opened had its rows asked for twice', async () => {
  vi.useFakeTimers()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } })
  const ask = vi.fn(async () => 'an answer')
  const forget = new QueryObserver(client, { queryKey: ['list'], queryFn: ask }).subscribe(() => {})
  const stop = watchPictures(client)
  await vi.advanceTimersByTimeAsync(500)
  document.body.appendChild(document.createElement('img')).dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ask).toHaveBeenCalledTimes(1)
  stop()
  forget()
})
