import { exportTasks, goodsExport } from '@huanji/contract/features/export/calls'
import { auctionOrderExport } from '@huanji/contract/features/order/export'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { setSendPolicy } from '../../api/send.ts'
import { answerCalls, bodiesTo, refused } from '../../api/testing/answers.ts'
import { closeAllOverlays, OverlayHost } from '../../components/overlay/overlay-host.tsx'
import { ToastHost } from '../../components/toast/toast-host.tsx'
import { storePermissions } from '../../session/session.ts'
import { openDialogsAndPopovers } from '../../shell/testing/dialogs.ts'
import { askExport } from './export-dialog.tsx'
import { ExportPage } from './export-page.tsx'
import { type ExportRow, expiryWords, leftWords, rowsWords, sizeWords } from './export-words.ts'

const EXPORT_ID = '01890000-0000-7000-8000-0000000000aa'

const READY: ExportRow = {
  exportId: EXPORT_ID,
  kind: 'auction-orders',
  title: '鱼市订单',
  format: 'xlsx',
  filterText: '状态：已发货',
  columnCount: 3,
  requestedBy: '张三',
  isMine: true,
  state: 'ready',
  rowsDone: 1234,
  rowsTotal: 1234,
  secondsLeft: null,
  bytes: 2_100_000,
  problem: '',
  createdAt: '2026-11-20T02:00:00.000Z',
  isSeen: false,
  finishedAt: '2026-11-20T02:01:00.000Z',
  expiresAt: '2099-01-01T00:00:00.000Z',
  allowedActions: ['download'],
}

const listOf = (list: readonly ExportRow[]) => ({
  list,
  total: list.length,
  totalIsCapped: false,
  page: 1,
  pageSize: 20,
  nextCursor: null,
  previousCursor: null,
  counts: {},
})

let made: ReturnType<typeof answerCalls>
let rows: ExportRow[] = []
let refusal: ReturnType<typeof refused> | null = null

beforeAll(openDialogsAndPopovers)
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setSendPolicy({ onSessionInvalid: () => {}, onNotGranted: () => {}, showError: () => {} })
  storePermissions([goodsExport.list.path])
  rows = [READY]
  refusal = null
  made = answerCalls({
    [auctionOrderExport.create.path]: () => refusal ?? { _data: { exportId: EXPORT_ID } },
    [goodsExport.list.path]: () => ({ _data: listOf(rows) }),
    [exportTasks.seen.path]: () => ({}),
    [exportTasks.cancel.path]: () => ({ _data: { export: { ...READY, state: 'cancelled', allowedActions: [] } } }),
  })
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (page: ReactNode = null) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        {page}
        <OverlayHost />
        <ToastHost />
      </QueryClientProvider>
    </MemoryRouter>,
  )

const ask = (save = vi.fn()) =>
  act(() =>
    askExport({
      kind: 'auction-orders',
      filter: { state: 'shipped' },
      total: 10_000,
      totalIsCapped: true,
      columns: [
        { key: 'orderNo', title: '订单号', isShown: true },
        { key: 'deal', title: '成交价', isShown: true },
        { key: 'remark', title: '备注', isShown: false },
      ],
      page: { rows: 20, save },
    }),
  )

test('everything that is filtered is exported in the columns that are ticked, and its end is told', async () => {
  show()
  await ask()
  expect(screen.getByText('10,000 条以上')).toBeTruthy()
  expect(screen.getByText('已选 2 列')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: '成交价' }))
  fireEvent.click(screen.getByRole('radio', { name: /CSV/ }))
  fireEvent.click(screen.getByRole('button', { name: '开始导出' }))
  await waitFor(() => expect(bodiesTo(made, auctionOrderExport.create.path)).toHaveLength(1))
  expect(bodiesTo(made, auctionOrderExport.create.path)[0]).toMatchObject({
    format: 'csv',
    filter: { state: 'shipped' },
    columns: ['orderNo'],
  })
  await screen.findByText('已开始导出鱼市订单，完成后会提醒您')
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await screen.findByText('鱼市订单已导出 1,234 行，可在“导出记录”下载')
})

test('without a column nothing is asked for, a refusal leaves the dialog, and the page is saved at once', async () => {
  show()
  const save = vi.fn()
  await ask(save)
  fireEvent.click(screen.getByRole('button', { name: '全选' }))
  fireEvent.click(screen.getByRole('button', { name: '全不选' }))
  expect(screen.getByRole('alert').textContent).toBe('请至少选择一列')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '开始导出' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: '订单号' }))
  refusal = refused('EXPORT_LIMIT', '您已有5个导出在排队或生成，请等其中一个完成后再试')
  fireEvent.click(screen.getByRole('button', { name: '开始导出' }))
  await waitFor(() => expect(bodiesTo(made, auctionOrderExport.create.path)).toHaveLength(1))
  expect(screen.getByRole('dialog')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '只导出本页 20 条' }))
  expect(save).toHaveBeenCalledOnce()
})

test('the records say how each stands, what may be done with it, and are seen by being shown', async () => {
  rows = [
    {
      ...READY,
      state: 'running',
      rowsDone: 400,
      secondsLeft: 95,
      expiresAt: null,
      allowedActions: ['cancel'],
      isSeen: true,
    },
    { ...READY, exportId: EXPORT_ID.replace('aa', 'ab'), filterText: '' },
  ]
  show(<ExportPage />)
  await screen.findByText('约剩 2 分钟')
  const [, running, ready] = await screen.findAllByRole('row')
  expect(running?.textContent).toContain('约剩 2 分钟')
  expect(running?.textContent).toContain('400 / 1,234')
  expect(running?.querySelector('progress')?.value).toBe(400)
  expect(ready?.textContent).toContain('2.0 MB')
  expect(ready?.textContent).toContain('全部')
  await waitFor(() => expect(bodiesTo(made, exportTasks.seen.path)).toHaveLength(1))
})

test('defect: an export that was tried again and ended once more was never marked as seen', async () => {
  const again = EXPORT_ID.replace('aa', 'ac')
  rows = [{ ...READY, exportId: again, state: 'failed', problem: '服务重启', allowedActions: ['retry'] }]
  const first = show(<ExportPage />)
  await waitFor(() => expect(bodiesTo(made, exportTasks.seen.path)).toHaveLength(1))
  first.unmount()
  rows = [{ ...READY, exportId: again, finishedAt: '2026-11-20T03:00:00.000Z' }]
  show(<ExportPage />)
  await waitFor(() => expect(bodiesTo(made, exportTasks.seen.path)).toHaveLength(2))
})

test('figures are said as people say them', () => {
  expect([0, 512, 2_048, 150_000, 73_500_000].map(sizeWords)).toEqual(['', '512 B', '2.0 KB', '146 KB', '70.1 MB'])
  expect([null, 3, 42, 61, 3_600].map(leftWords)).toEqual([
    '',
    '约剩 5 秒',
    '约剩 45 秒',
    '约剩 2 分钟',
    '约剩 60 分钟',
  ])
  const now = Date.parse('2026-11-20T00:00:00Z')
  expect(expiryWords('2026-11-27T00:00:00.000Z', now)).toBe('7 天后过期')
  expect(expiryWords('2026-11-20T05:30:00.000Z', now)).toBe('5 小时后过期')
  expect(expiryWords(null, now)).toBe('')
  expect(rowsWords({ ...READY, state: 'queued', rowsDone: 0, rowsTotal: null })).toBe('')
})
