import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastHost } from '../toast/toast-host.tsx'
import { CopyButton } from './copy-button.tsx'
import { copyText } from './copy-text.ts'

const writeText = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  HTMLElement.prototype.showPopover = () => {}
  HTMLElement.prototype.hidePopover = () => {}
  writeText.mockResolvedValue()
  render(<ToastHost />)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('a press copies and says so', async () => {
  render(<CopyButton text="490154203237518" what="IMEI" />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '复制IMEI' })))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('490154203237518')
  expect(screen.getByText('复制成功')).toBeTruthy()
})

test('defect: beside a dash there was a copy icon', () => {
  render(<CopyButton text="" what="运单号" />)
  expect(screen.queryByRole('button', { name: '复制运单号' })).toBeNull()
})

test('nothing to copy is said, and the clipboard is left alone', async () => {
  await act(async () => expect(await copyText('')).toBe(false))
  expect(screen.getByText('没有可复制的内容')).toBeTruthy()
  expect(writeText).not.toHaveBeenCalled()
})

test('a clipboard that refuses is said, and no success', async () => {
  writeText.mockRejectedValue(new Error('denied'))
  await act(async () => expect(await copyText('a')).toBe(false))
  expect(screen.getByText('复制失败，请手动选择后复制')).toBeTruthy()
})
