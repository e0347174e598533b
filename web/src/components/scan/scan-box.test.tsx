import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from '../overlay/dialog.tsx'
import * as feedback from './feedback.ts'
import { ScanBox } from './scan-box.tsx'
import { scanKeys } from './testing/scanner.ts'

const IMEI = '490154203237518'
const heard = vi.spyOn(feedback, 'beep').mockReturnValue()
const onScan = vi.fn(async (): Promise<feedback.ScanOutcome> => ({ ok: true, message: '可以质检' }))

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: '扫描 IMEI' })
const said = () => screen.getByRole('status').textContent
const tone = () => box().closest('[data-outcome]')?.getAttribute('data-outcome')

beforeEach(() => {
  vi.clearAllMocks()
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

test('defect: after a click on the menu the focus stayed on the link', () => {
  const menu = document.body.appendChild(document.createElement('nav'))
  const link = menu.appendChild(document.createElement('a'))
  link.href = '#'
  link.focus()
  render(<ScanBox name="station" label="扫描 IMEI" onScan={onScan} />)
  expect(document.activeElement).toBe(box())
})

test('on arrival the focus stays in a box where somebody is typing', () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  render(<ScanBox name="station" label="扫描 IMEI" onScan={onScan} />)
  expect(document.activeElement).toBe(field)
})

test('a good code is green, a code of another kind and a fragment red, each with its sound', async () => {
  vi.useFakeTimers()
  render(<ScanBox name="bind-bag" label="扫描 IMEI" onScan={onScan} />)
  scanKeys('FD00000001')
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect([said(), tone()]).toEqual(['FD00000001 可以质检', 'ok'])
  scanKeys(IMEI)
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect([said(), tone()]).toEqual([`${IMEI} 这是IMEI，请扫描封袋码`, 'refused'])
  scanKeys('FD0000', [12], false)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect([said(), tone()]).toEqual(['FD0000 读码不完整，请再扫一次', 'refused'])
  expect(heard.mock.calls.flat()).toEqual(['ok', 'refused', 'refused'])
  expect(onScan).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

test('a code that waits for something else is neither: it is held', async () => {
  onScan.mockResolvedValueOnce({ ok: false, isHeld: true, message: '先选原因' })
  render(<ScanBox name="bind-bag" label="扫描 IMEI" onScan={onScan} />)
  scanKeys('FD00000001')
  await screen.findByText('FD00000001 先选原因')
  expect(tone()).toBe('held')
  expect(heard).toHaveBeenLastCalledWith('held')
})

test('while something is sent, a code is refused aloud and does nothing', () => {
  render(<ScanBox name="publish" label="扫描 IMEI" onScan={onScan} active={false} />)
  scanKeys(IMEI)
  expect([said(), tone()]).toEqual([`${IMEI} 正在提交，请稍后再扫`, 'refused'])
  expect(onScan).not.toHaveBeenCalled()
})

test('under a dialog that takes no codes, a code is refused aloud and does nothing', () => {
  render(
    <>
      <ScanBox name="station" label="扫描 IMEI" onScan={onScan} />
      <Dialog title="扫到了另一个编码" onClose={() => {}}>
        问题
      </Dialog>
    </>,
  )
  scanKeys(IMEI)
  expect(said()).toBe(`${IMEI} 请先完成弹出的窗口，再扫码`)
  expect(onScan).not.toHaveBeenCalled()
})
