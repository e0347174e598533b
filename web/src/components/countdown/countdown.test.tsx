import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Countdown } from './countdown.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T09:59:57.000Z') })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('it counts by the second to the end, beside the moment in Asia/Shanghai', () => {
  render(<Countdown deadlineAt="2026-11-20T10:00:00.000Z" />)
  expect(screen.getByText('00:00:03')).toBeTruthy()
  expect(screen.getByText('2026-11-20 18:00')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.getByText('00:00:02')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(2000))
  expect(screen.getByText('已超时')).toBeTruthy()
})

test('the clock stops with the last countdown', () => {
  const { unmount } = render(<Countdown deadlineAt="2026-11-20T10:00:00.000Z" bare />)
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('without a deadline there is a dash', () => {
  render(<Countdown deadlineAt={null} />)
  expect(screen.getByText('—')).toBeTruthy()
})
