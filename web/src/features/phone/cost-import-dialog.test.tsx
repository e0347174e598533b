import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeAllOverlays, openOverlay } from '../../components/overlay/overlay-host.tsx'
import * as toasts from '../../components/toast/toast.ts'
import { openDialogsAndPopovers } from '../../shell/testing/dialogs.ts'
import { refusal, showScreen, stubGateway } from '../testing/screen.tsx'
import { CostImportDialog } from './cost-import-dialog.tsx'

const CHECK = '/api/ext/cost/check'
const IMPORT = '/api/ext/cost/import'
const IMPORTS = '/api/ext/cost/imports'
const UNDO = '/api/ext/cost/undo'

const PASTED = '490154203237518\t1,234.5'
const JUDGED = {
  rows: [
    {
      code: '490154203237518',
      price: '1,234.5',
      unitId: null,
      barCode: '',
      title: '',
      beforeFen: null,
      afterFen: 123_450,
      result: 'good',
      message: '',
    },
  ],
  goodCount: 1,
}
const TAKEN = {
  importId: '01890000-0000-7000-8000-000000000009',
  name: '',
  unitCount: 1,
  importedBy: '周大川',
  importedAt: '2026-11-01T02:00:00.000Z',
  undoneAt: null,
  undoneBy: '',
}
const page = (list: readonly object[]) => ({
  list,
  total: list.length,
  totalIsCapped: false,
  page: 1,
  pageSize: 50,
  nextCursor: null,
  previousCursor: null,
})

const told = vi.spyOn(toasts, 'toast').mockReturnValue()

async function open() {
  showScreen(<p>一机一档</p>)
  const onClosed = vi.fn()
  act(() => void openOverlay<void>((done) => <CostImportDialog onClose={done} />).then(onClosed))
  await screen.findByRole('dialog', { name: '导入成本价' })
  return onClosed
}

const click = async (name: string) => void fireEvent.click(await screen.findByRole('button', { name }))
const box = () => screen.getByLabelText<HTMLTextAreaElement>('粘贴成本价')
const paste = () => fireEvent.change(box(), { target: { value: PASTED } })
const pressEsc = () =>
  fireEvent(screen.getByRole('dialog', { name: '导入成本价' }), new Event('cancel', { cancelable: true }))

beforeAll(openDialogsAndPopovers)
afterEach(() => {
  closeAllOverlays()
  cleanup()
  told.mockClear()
  vi.unstubAllGlobals()
})

test('defect: a pasted list was gone after a look at 导入记录, and after 重新选择', async () => {
  stubGateway({ [CHECK]: () => JUDGED, [IMPORTS]: () => page([]) })
  await open()
  paste()
  await click('导入记录')
  await screen.findByText('还没有导入过成本价。')
  await click('导入')
  expect(box().value).toBe(PASTED)
  await click('核对')
  await click('重新选择')
  expect(box().value).toBe(PASTED)
})

test('defect: a pasted list was thrown away without a question', async () => {
  stubGateway({})
  const onClosed = await open()
  paste()
  pressEsc()
  await screen.findByRole('dialog', { name: '填的还没提交，要关掉吗？' })
  expect(onClosed).not.toHaveBeenCalled()
  await click('不要了')
  await waitFor(() => expect(onClosed).toHaveBeenCalled())
})

test('defect: under 导入记录 stood the buttons of the import', async () => {
  stubGateway({ [CHECK]: () => JUDGED, [IMPORTS]: () => page([TAKEN]), [IMPORT]: () => ({ ...TAKEN, goodCount: 1 }) })
  const onClosed = await open()
  paste()
  await click('核对')
  await screen.findByRole('button', { name: '导入 1 台' })
  await click('导入记录')
  expect(screen.queryByRole('button', { name: '导入 1 台' })).toBeNull()
  await click('导入')
  await click('导入 1 台')
  // what was taken over is not asked about
  await screen.findByText('粘贴的列表')
  await waitFor(() => expect(screen.queryAllByRole('button', { name: '关闭' })).toHaveLength(2))
  pressEsc()
  await waitFor(() => expect(onClosed).toHaveBeenCalled())
})

test('defect: 导入记录 that failed to load went on loading', async () => {
  let isAway = true
  stubGateway({ [IMPORTS]: () => (isAway ? refusal('', '服务器繁忙') : page([TAKEN])) })
  await open()
  await click('导入记录')
  expect((await screen.findByRole('alert')).textContent).toContain('服务器繁忙')
  isAway = false
  await click('重试')
  await screen.findByText('粘贴的列表')
})

test('defect: nobody was told that an import was not undone, the network being away', async () => {
  let isAway = true
  const sent = stubGateway({
    [IMPORTS]: () => page([TAKEN]),
    [UNDO]: () => {
      if (isAway) throw new TypeError('failed to fetch')
      return refusal('STATE_CHANGED', '已经撤销过')
    },
  })
  await open()
  await click('导入记录')
  const undo = async (times: number) => {
    await click('撤销')
    await click('撤销导入')
    await waitFor(() => expect(sent.filter(({ path }) => path === UNDO)).toHaveLength(times))
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '撤销' }).disabled).toBe(false))
  }
  await undo(1)
  expect(told).toHaveBeenCalledWith('error', '网络连接失败，请检查网络后重试')
  told.mockClear()
  isAway = false
  await undo(2)
  // the transport shows a refusal
  expect(told).not.toHaveBeenCalled()
})
