import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as toasts from '../toast/toast.ts'
import { CodeFilter } from './code-filter.tsx'
import * as feedback from './feedback.ts'
import { useFound } from './found.ts'
import { scanKeys, typeKeys } from './testing/scanner.ts'

const heard = vi.spyOn(feedback, 'beep').mockReturnValue()
const told = vi.spyOn(toasts, 'toast').mockReturnValue()
const onSubmit = vi.fn()
/** The bags that the list finds. */
const KNOWN = ['FD00000001', 'FD00000002']
const committed: string[] = []

/** A list whose answer comes by hand. */
function List() {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [count, setCount] = useState<number | undefined>(9)
  useFound(values, count)
  const commit = (code: string) => {
    committed.push(code)
    setCount(undefined)
    setValues(code === '' ? {} : { bagCode: code })
  }
  return (
    <form onSubmit={onSubmit}>
      <label htmlFor="bag">封袋码</label>
      <CodeFilter
        id="bag"
        name="bagCode"
        codeBox="bag-records-bag"
        value={values.bagCode ?? ''}
        isMain
        commit={commit}
      />
      <button type="button" onClick={() => setCount(KNOWN.includes(values.bagCode ?? '') ? 1 : 0)}>
        答复
      </button>
    </form>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: '封袋码' })
const answer = () => fireEvent.click(screen.getByRole('button', { name: '答复' }))
const said = () => screen.getByRole('status').textContent

beforeEach(() => {
  vi.clearAllMocks()
  committed.length = 0
  render(<List />)
  act(() => box().focus())
})
afterEach(cleanup)

test('a scan replaces the filter at once and sounds what the list then finds', async () => {
  typeKeys('FD99')
  scanKeys('FD00000001')
  await waitFor(() => expect(committed).toEqual(['FD00000001']))
  expect(box().value).toBe('FD00000001')
  expect(heard).not.toHaveBeenCalled()
  answer()
  await waitFor(() => expect(said()).toBe('找到 1 条'))
  expect(heard.mock.calls).toEqual([['ok']])
  expect(document.activeElement).toBe(box())
  expect(onSubmit).not.toHaveBeenCalled()

  scanKeys('FD00000009')
  await waitFor(() => expect(committed.at(-1)).toBe('FD00000009'))
  answer()
  await waitFor(() => expect(box().dataset.outcome).toBe('refused'))
  expect(said()).toBe('没有找到，请核对后重试')
})

test('the same code scanned again later is told from what is shown, without asking', async () => {
  scanKeys('FD00000001')
  await waitFor(() => expect(committed).toHaveLength(1))
  answer()
  await waitFor(() => expect(heard).toHaveBeenCalledTimes(1))
  scanKeys('FD00000001')
  await waitFor(() => expect(heard).toHaveBeenCalledTimes(2))
  expect(committed).toHaveLength(1)
})

test('a code of another kind is refused and the filter stays', async () => {
  scanKeys('490154203237518')
  await waitFor(() => expect(said()).toBe('这是IMEI，请扫描封袋码'))
  expect(told).toHaveBeenCalledExactlyOnceWith('error', '这是IMEI，请扫描封袋码')
  expect(committed).toEqual([])
})

test('an emptied box takes the filter back', async () => {
  scanKeys('FD00000001')
  await waitFor(() => expect(committed).toHaveLength(1))
  fireEvent.change(box(), { target: { value: '' } })
  expect(committed).toEqual(['FD00000001', ''])
})

test('defect: several codes pasted from lines ran together, and were looked for as one', async () => {
  fireEvent.paste(box(), { clipboardData: { getData: () => 'FD00000001\r\nFD00000002\t FD00000003\n' } })
  expect(box().value).toBe('FD00000001,FD00000002,FD00000003')
  fireEvent.keyDown(box(), { key: 'Enter' })
  await waitFor(() => expect(committed).toEqual(['FD00000001,FD00000002,FD00000003']))
})

test('more codes than a list looks for at once are refused with how many there are', async () => {
  const codes = Array.from({ length: 51 }, (_, at) => `FD${String(at).padStart(8, '0')}`)
  fireEvent.change(box(), { target: { value: codes.join(' ') } })
  fireEvent.keyDown(box(), { key: 'Enter' })
  await waitFor(() => expect(said()).toBe('一次最多查 50 个编号，这里有 51 个，请分几次查'))
  expect(committed).toEqual([])
})
