import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { closeAllOverlays, OverlayHost } from '../../components/overlay/overlay-host.tsx'
import { scanKeys } from '../../components/scan/testing/scanner.ts'
import * as toasts from '../../components/toast/toast.ts'
import { storePermissions } from '../../session/session.ts'
import { registerRoll, voidRoll } from './roll-dialog.tsx'

const told = vi.spyOn(toasts, 'toast').mockReturnValue()

interface Sent {
  readonly name: string
  readonly body: Record<string, unknown>
}

function open(dialog: () => Promise<boolean>, refusal?: object, check?: object): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const body: Record<string, unknown> = JSON.parse(init.body)
    if (path.endsWith('/check')) return Response.json({ _errCode: '0', _errStr: '', _bizErrCode: '', _data: check })
    sent.push({ name: path.split('/').at(-1) ?? '', body })
    const { firstCode, count } = body
    const done = { _errCode: '0', _errStr: '', _bizErrCode: '', _data: { firstCode, lastCode: 'HJ00000060', count } }
    return Response.json(refusal ?? done)
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <OverlayHost /> }])} />
    </QueryClientProvider>,
  )
  act(() => void dialog())
  return sent
}

const first = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^起始封袋码/ })
const count = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^数量/ })
const button = (name: string) => screen.getByRole('button', { name })

afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
  storePermissions([])
})

describe('defect: one scan registered a roll of a hundred bags whose last code nobody had seen', () => {
  test.each([
    ['a scanner', [12]],
    ['a scanner as slow as a person', [80]],
  ])('the first code by %s leads to the count and submits nothing', async (_name, gapsMs) => {
    const sent = open(() => registerRoll())
    act(() => first().focus())
    scanKeys('HJ00000001', gapsMs)
    expect(first().value).toBe('HJ00000001')
    expect(document.activeElement).toBe(count())
    expect(count().value).toBe('100')
    expect(screen.queryByRole('dialog', { name: /^登记\d/ })).toBeNull()
    expect(screen.getByRole('dialog').textContent).toContain('最后一个袋子的码 HJ00000100')
    expect(sent).toEqual([])
  })

  test('defect: the last bag was scanned, and the end had to be agreed to all the same', async () => {
    const sent = open(() => registerRoll())
    act(() => first().focus())
    scanKeys('HJ00000001')
    scanKeys('HJ00000060')
    expect(count().value).toBe('60')
    expect(document.activeElement).toBe(button('登记'))
    fireEvent.click(button('登记'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(told).toHaveBeenLastCalledWith('success', '已登记60个封袋码：HJ00000001 至 HJ00000060')
    expect(sent).toMatchObject([{ name: 'registerRoll', body: { firstCode: 'HJ00000001', count: 60 } }])
  })

  test('a count that was changed after the last bag was scanned is asked about', async () => {
    const sent = open(() => registerRoll())
    act(() => first().focus())
    scanKeys('HJ00000001')
    scanKeys('HJ00000060')
    fireEvent.input(count(), { target: { value: '61' } })
    fireEvent.click(button('登记'))
    await screen.findByRole('dialog', { name: '登记61个封袋码？' })
    expect(sent).toEqual([])
  })

  test('a count that was typed shows the end, which can be compared by a scan and is agreed to', async () => {
    const sent = open(() => registerRoll('HJ00000001'))
    fireEvent.input(count(), { target: { value: '60' } })
    act(() => button('登记').focus())
    fireEvent.click(button('登记'))
    const asked = await screen.findByRole('dialog', { name: '登记60个封袋码？' })
    expect(asked.textContent).toContain('HJ00000060')
    expect(sent).toEqual([])
    scanKeys('HJ00000060')
    expect(told).toHaveBeenLastCalledWith('success', '与最后一个袋子的码一致：HJ00000060')
    scanKeys('HJ00000061')
    expect(told).toHaveBeenLastCalledWith('error', '扫到 HJ00000061，与最后一个袋子的码 HJ00000060 不一致')
    expect(sent).toEqual([])
    fireEvent.click(within(asked).getByRole('button', { name: '确认登记' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(told).toHaveBeenLastCalledWith('success', '已登记60个封袋码：HJ00000001 至 HJ00000060')
    expect(sent).toMatchObject([{ name: 'registerRoll', body: { firstCode: 'HJ00000001', count: 60 } }])
  })

  test('a scan replaces a first code, and a bag of another roll is no last one', async () => {
    open(() => registerRoll('HJ00000009'))
    expect(first().value).toBe('HJ00000009')
    act(() => first().focus())
    scanKeys('HJ00000001')
    expect(first().value).toBe('HJ00000001')
    scanKeys('FD00000060')
    expect(count().value).toBe('100')
    await screen.findByText('扫到 FD00000060，与起始封袋码不是同一卷，请核对')
  })

  test('not agreed to, nothing is sent and everything stands as it was', async () => {
    const sent = open(() => registerRoll('HJ00000001'))
    fireEvent.click(button('登记'))
    const asked = await screen.findByRole('dialog', { name: '登记100个封袋码？' })
    fireEvent.click(within(asked).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^登记\d/ })).toBeNull())
    expect(first().value).toBe('HJ00000001')
    expect(sent).toEqual([])
  })
})

describe('voiding a roll', () => {
  test('sends it once it is agreed to, and shows why it was refused', async () => {
    const refusal = {
      _errCode: '80060001',
      _errStr: '这一卷里有1个封袋码未登记、已使用或已作废，请核对起止号',
      _bizErrCode: 'BAG_ROLL_USED',
      _data: null,
    }
    const sent = open(() => voidRoll(), refusal)
    act(() => first().focus())
    scanKeys('HJ00000051')
    fireEvent.input(count(), { target: { value: '10' } })
    fireEvent.click(button('作废'))
    const asked = await screen.findByRole('dialog', { name: '作废10个封袋码？' })
    expect(asked.textContent).toContain('HJ00000060')
    fireEvent.click(within(asked).getByRole('button', { name: '确认作废' }))
    await screen.findByText(refusal._errStr)
    expect(sent).toMatchObject([{ name: 'voidRoll', body: { firstCode: 'HJ00000051', count: 10 } }])
    expect(screen.getByRole('dialog', { name: '这卷不用了' })).toBeTruthy()
  })

  test('defect: a roll whose first bag was refused could be voided all the same', async () => {
    storePermissions([api.bagRoll.bind.path])
    const sent = open(() => voidRoll(), undefined, { bagCode: 'HJ00000051', availability: 'used', inspectionId: null })
    act(() => first().focus())
    scanKeys('HJ00000051')
    await screen.findByText(/不能从它起作废/)
    fireEvent.click(button('作废'))
    expect(screen.queryByRole('dialog', { name: /^作废\d/ })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(first()))
    expect(sent).toEqual([])
  })
})
