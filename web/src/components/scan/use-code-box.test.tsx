import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeField } from './code-field/code-field.tsx'
import type { CodeFieldElement } from './code-field/code-field-element.ts'
import * as feedback from './feedback.ts'
import { scanKeys, typeKeys } from './testing/scanner.ts'
import { focusBox, useCodeBox } from './use-code-box.ts'
import { useScanner } from './use-scanner.ts'
import { wrongKind } from './wrong-kind.ts'

const IMEI = '490154203237518'
const heard = vi.spyOn(feedback, 'beep').mockReturnValue()
const onPage = vi.fn()
const onSubmit = vi.fn()
const onWaybill = vi.fn()

function Form({ check }: { check: (code: string) => feedback.ScanOutcome | Promise<feedback.ScanOutcome> }) {
  const [typed, setTyped] = useState('')
  useScanner({ onScan: onPage })
  const { box, outcome, tell } = useCodeBox({
    name: 'waybill',
    next: () => focusBox(document.querySelector('input[name="next"]')),
    onEmpty: () => onWaybill(''),
    onCode: (code) => {
      const wrong = wrongKind('waybill', code)
      if (wrong !== '') return { ok: false, message: wrong }
      setTyped(code)
      onWaybill(code)
      return check(code)
    },
  })
  return (
    <form onSubmit={onSubmit}>
      <label htmlFor="waybill">运单号</label>
      <CodeField
        {...box}
        id="waybill"
        value={typed}
        onChange={(event) => {
          tell(null)
          setTyped(event.target.value)
        }}
      />
      <input name="next" aria-label="下一个" />
      <p role="status">{outcome?.message}</p>
    </form>
  )
}

const good = (): feedback.ScanOutcome => ({ ok: true, message: '已填入' })
const box = () => screen.getByLabelText<CodeFieldElement>('运单号')
const next = () => screen.getByLabelText<HTMLInputElement>('下一个')
const said = () => screen.getByRole('status').textContent

function show(check: Parameters<typeof Form>[0]['check'] = good): void {
  render(<Form check={check} />)
  act(() => box().focus())
}

beforeEach(() => {
  vi.clearAllMocks()
})
afterEach(cleanup)

test('a scan replaces what stands there, sounds, colours and moves the focus, and submits nothing', () => {
  show()
  typeKeys('SF99')
  scanKeys('SF1234567890123')
  expect(box().value).toBe('SF1234567890123')
  expect(box().dataset.outcome).toBe('ok')
  expect(heard.mock.calls).toEqual([['ok']])
  expect(document.activeElement).toBe(next())
  expect(onPage).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a code of another kind is refused and changes nothing; the focus stays', () => {
  show()
  scanKeys('SF1234567890123')
  act(() => box().focus())
  scanKeys(IMEI)
  expect(said()).toBe('这是IMEI，请扫描运单号')
  expect(box().value).toBe('SF1234567890123')
  expect(heard).toHaveBeenLastCalledWith('refused')
  expect(document.activeElement).toBe(box())
  expect(box().selectionStart === 0 && box().selectionEnd === box().value.length).toBe(true)
})

test('with the focus elsewhere a scan is the page’s', () => {
  show()
  act(() => next().focus())
  scanKeys('SF1234567890123')
  expect(onPage).toHaveBeenCalledExactlyOnceWith('SF1234567890123')
  expect([box().value, next().value]).toEqual(['', ''])
})

test('the same label, scanned into another box a moment later, counts', () => {
  show()
  scanKeys('SF1234567890123')
  expect(onWaybill).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(next())
  scanKeys('SF1234567890123', [12], true, 300)
  expect(onPage).toHaveBeenCalledExactlyOnceWith('SF1234567890123')
})

test('what is typed goes the same way, with Enter or on leaving, and once', () => {
  show()
  typeKeys('SF123456')
  fireEvent.keyDown(box(), { key: 'Enter' })
  expect(onWaybill.mock.calls).toEqual([['SF123456']])
  expect(document.activeElement).toBe(next())
  expect(onSubmit).not.toHaveBeenCalled()
  act(() => box().focus())
  act(() => next().focus())
  expect(onWaybill).toHaveBeenCalledTimes(1)
  act(() => box().focus())
  fireEvent.input(box(), { target: { value: 'SF777777' } })
  act(() => next().focus())
  expect(onWaybill).toHaveBeenLastCalledWith('SF777777')
  expect(document.activeElement).toBe(next())
  act(() => box().focus())
  fireEvent.input(box(), { target: { value: '' } })
  act(() => next().focus())
  expect(onWaybill).toHaveBeenLastCalledWith('')
})

test('of two answers that are on their way, the one of the newer scan stands', async () => {
  const answers: ((outcome: feedback.ScanOutcome) => void)[] = []
  show(() => new Promise((resolve) => answers.push(resolve)))
  scanKeys('SF1111111111111')
  scanKeys('SF2222222222222')
  await act(async () => answers[1]?.({ ok: true, message: '第二个' }))
  await act(async () => answers[0]?.({ ok: false, message: '第一个' }))
  expect(said()).toBe('第二个')
  expect(box().value).toBe('SF2222222222222')
})

test('a broken answer is a refusal with its reason', async () => {
  show(() => Promise.reject(new TypeError('no connection')))
  scanKeys('SF1111111111111')
  await waitFor(() => expect(box().dataset.outcome).toBe('refused'))
  expect(said()).not.toBe('')
})
