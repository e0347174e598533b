import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeAllOverlays, OverlayHost } from '../../components/overlay/overlay-host.tsx'
import * as feedback from '../../components/scan/feedback.ts'
import { scanKeys, typeKeys } from '../../components/scan/testing/scanner.ts'
import { storePermissions } from '../../session/session.ts'
import { bindBag, type Sealable } from './bind-bag-dialog.tsx'

const heard = vi.spyOn(feedback, 'beep').mockReturnValue()
const UNIT: Sealable = {
  inspectionId: '01890000-0000-7000-8000-000000000001',
  barCode: 'HJ0000000001',
  imei: '490154203237518',
  modelName: 'iPhone 13',
  skuText: '128GB 午夜色',
  bagCode: 'FD00000001',
  grade: '95',
  state: 'listable',
}

/** Opens the dialog over a gateway where every bag is free; gives what was bound, and what the dialog came to. */
function open(unit: Sealable = UNIT) {
  const bound: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const body: Record<string, unknown> = JSON.parse(init.body)
    const isBinding = path.endsWith('/bind')
    if (isBinding) bound.push(body)
    const data = isBinding
      ? { inspectionId: body.inspectionId, bagCode: body.bagCode, inspectionState: 'listable' }
      : { bagCode: body.bagCode, availability: 'free', inspectionId: null, inspectionNo: '' }
    return Response.json({ _errCode: '0', _errStr: '', _bizErrCode: '', _data: data })
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OverlayHost />
    </QueryClientProvider>,
  )
  const onDone = vi.fn()
  act(() => void bindBag(unit).then(onDone))
  return { bound, onDone }
}

/** Presses a key as a person does, and waits until it counts. */
const pressLone = async (key: string) => {
  typeKeys(key)
  await act(() => new Promise((rested) => setTimeout(rested, 120)))
}
const reason = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const box = () => screen.getByRole('textbox', { name: '扫描新封袋的编码' })

beforeEach(() => {
  vi.clearAllMocks()
  storePermissions(['/api/ext/sealBag/bind'])
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('defect: a scan exchanged the bag at once with a reason nobody had chosen', () => {
  test('no reason is chosen; a scan before one is held, shown beside the old bag, and sends nothing', async () => {
    const { bound } = open()
    expect(screen.getAllByRole<HTMLInputElement>('radio').some((radio) => radio.checked)).toBe(false)
    scanKeys('FD00000002')
    await screen.findByText('FD00000002 先选原因（按1–4）')
    expect(heard).toHaveBeenLastCalledWith('held')
    expect(screen.getByText('FD00000001')).toBeTruthy()
    expect(screen.getByText('FD00000002')).toBeTruthy()
    expect(bound).toEqual([])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '确认换袋' }).disabled).toBe(true)
  })

  test('the reason then chosen by its key leads to the consent, and only that exchanges the bag', async () => {
    const { bound, onDone } = open()
    scanKeys('FD00000002')
    await screen.findByText('FD00000002 先选原因（按1–4）')
    await pressLone('2')
    expect(reason(/封袋码无法扫描/).checked).toBe(true)
    expect(bound).toEqual([])
    const consent = screen.getByRole('button', { name: '确认换袋' })
    expect(document.activeElement).toBe(consent)
    fireEvent.click(consent)
    await waitFor(() => expect(onDone).toHaveBeenCalledWith({ bagCode: 'FD00000002', state: 'listable' }))
    expect(bound).toMatchObject([{ bagCode: 'FD00000002', replaceReason: '封袋码无法扫描' }])
  })

  test('with the reason chosen first, a scan exchanges the bag', async () => {
    const { bound, onDone } = open()
    await pressLone('1')
    expect(document.activeElement).toBe(box())
    scanKeys('FD00000002')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(bound).toMatchObject([{ bagCode: 'FD00000002', replaceReason: '封袋破损' }])
  })

  test('a scan that begins with 1 chooses no reason', async () => {
    const { bound } = open()
    scanKeys('12345678FD')
    await screen.findByText('12345678FD 先选原因（按1–4）')
    await act(() => new Promise((rested) => setTimeout(rested, 120)))
    expect(screen.getAllByRole<HTMLInputElement>('radio').some((radio) => radio.checked)).toBe(false)
    expect(bound).toEqual([])
  })

  test('defect: a burst that was held up behind its first key chose a reason', async () => {
    open()
    const send = (key: string, atMs: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: atMs })
      act(() => void (document.activeElement ?? document.body).dispatchEvent(event))
    }
    const [first = '', ...rest] = '12345678FD'
    const sentMs = performance.now() + 60_000
    await screen.findByRole('radio', { name: /封袋破损/ })
    send(first, sentMs)
    await waitFor(() => expect(reason(/封袋破损/).checked).toBe(true))
    for (const [at, key] of rest.entries()) send(key, sentMs + 12 * (at + 1))
    expect(screen.getAllByRole<HTMLInputElement>('radio').some((radio) => radio.checked)).toBe(false)
  })

  test('the old bag, scanned again, is refused', async () => {
    const { bound } = open()
    await pressLone('4')
    scanKeys('FD00000001')
    await screen.findByText('FD00000001 这是原来的封袋，请扫描新的封袋')
    expect(bound).toEqual([])
  })
})

test('a unit without a bag is sealed by the scan alone', async () => {
  const { bound, onDone } = open({ ...UNIT, bagCode: null })
  expect(screen.queryByRole('radio')).toBeNull()
  scanKeys('FD00000002')
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(bound).toMatchObject([{ bagCode: 'FD00000002' }])
})
