import { extSearch } from '@huanji/contract/calls/search'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/queries.ts'
import * as feedback from '../components/scan/feedback.ts'
import { scanKeys } from '../components/scan/testing/scanner.ts'
import { Palette } from './palette.tsx'
import { openDialogsAndPopovers } from './testing/dialogs.ts'

const IMEI = '490154203237518'
const HIT = { title: '质检 ZJ261120000001', subtitle: '苹果 iPhone 13', link: '/check/ys/detail?inspectionId=1' }
const heard = vi.spyOn(feedback, 'beep').mockReturnValue()

beforeAll(openDialogsAndPopovers)
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

test('defect: a scan into a filled palette was ignored', async () => {
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const isKnown = path === extSearch.code.path && JSON.parse(init.body).code === IMEI
    const data = { kind: 'imei', kindLabel: 'IMEI', hits: isKnown ? [HIT] : [] }
    return Response.json({ _errCode: '0', _errStr: '', _bizErrCode: '', _data: data })
  })
  const element = <Palette code="" commands={[]} onClose={() => {}} />
  const router = createMemoryRouter([{ path: '*', element }])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: '查找页面或编号' })
  act(() => box.focus())
  fireEvent.change(box, { target: { value: '订单' } })
  scanKeys(IMEI)
  expect(box.value).toBe(IMEI)
  await screen.findByRole('option', { name: /质检 ZJ261120000001/ })
  expect(heard).toHaveBeenLastCalledWith('ok')
  expect(box.dataset.outcome).toBe('ok')
  expect(router.state.location.pathname).toBe('/')

  scanKeys('860246040000018')
  await screen.findByText('没有找到IMEI“860246040000018”，请核对后重试')
  expect(heard).toHaveBeenLastCalledWith('refused')
  expect(box.dataset.outcome).toBe('refused')
})
