import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'
import { ToastHost } from './toast-host.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  HTMLElement.prototype.showPopover = () => {}
  HTMLElement.prototype.hidePopover = () => {}
  render(<ToastHost />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a message stands 16 px under the edge for 3000 ms', () => {
  act(() => toast('error', '接口返回数据错误'))
  expect(screen.getByRole('status').style.top).toBe('16px')
  pass(2999)
  expect(screen.getByText('接口返回数据错误')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('接口返回数据错误')).toBeNull()
})

test('the same message again is prolonged, not doubled', () => {
  act(() => toast('info', '没有可复制的内容'))
  pass(2000)
  act(() => toast('info', '没有可复制的内容'))
  expect(screen.getAllByText('没有可复制的内容')).toHaveLength(1)
  pass(2000)
  expect(screen.getByText('没有可复制的内容')).toBeTruthy()
  pass(1000)
  expect(screen.queryByText('没有可复制的内容')).toBeNull()
})
