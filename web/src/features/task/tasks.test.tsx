import { goods } from '@huanji/contract/features/listing/goods'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { task } from '@huanji/contract/features/task/calls'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { createQueryClient, queryOf } from '../../api/queries.ts'
import { setSendPolicy } from '../../api/send.ts'
import { answerCalls, bodiesTo, refused } from '../../api/testing/answers.ts'
import { closeAllOverlays, OverlayHost } from '../../components/overlay/overlay-host.tsx'
import { ToastHost } from '../../components/toast/toast-host.tsx'
import { openDialogsAndPopovers } from '../../shell/testing/dialogs.ts'
import { businessQuery } from '../todo/use-badges.ts'
import type { TaskDetail } from './task-words.ts'
import { startTask, TaskIndicator } from './tasks.tsx'

const TASK_ID = '01890000-0000-7000-8000-0000000000aa'

const RUNNING: TaskDetail = {
  taskId: TASK_ID,
  action: 'listing.takeOff',
  title: '下架',
  state: 'running',
  problem: '',
  isSeen: false,
  total: 1000,
  totalIsCapped: false,
  doneCount: 120,
  failedCount: 3,
  skippedCount: 0,
  createdAt: '2026-11-20T02:00:00.000Z',
  finishedAt: null,
  expiresAt: '2026-11-27T02:00:00.000Z',
  failures: [
    { label: 'iPhone 13 490154203237518', message: '竞拍已有出价，不能下架' },
    { label: 'iPhone 13 490154203237526', message: '记录不存在或已被删除，请刷新后重试' },
  ],
  skips: [],
}
const DONE: TaskDetail = {
  ...RUNNING,
  state: 'done',
  doneCount: 985,
  skippedCount: 12,
  finishedAt: '2026-11-20T02:01:00.000Z',
  skips: [{ message: '当前为“草稿”，不能下架', count: 12 }],
}

/** The server's one task as it stands; null before it is made. */
let now: TaskDetail | null = null
let made: ReturnType<typeof answerCalls>
let errors: string[] = []

function rowOf(detail: TaskDetail) {
  const { failures: _failures, skips: _skips, ...row } = detail
  return row
}

/** A page with the header's indicator, the badges that tell it, and a list whose rows a task changes. */
function Page() {
  useQuery(businessQuery)
  useQuery(queryOf(api.goods.list, {}))
  return (
    <>
      <TaskIndicator />
      <OverlayHost />
      <ToastHost />
    </>
  )
}

/** Only what is asked again and again waits for this; everything else takes the time that it takes. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(listAsked()).toBe(1))
}

async function begin() {
  await act(() => startTask({ action: 'listing.takeOff', filter: { state: 'on_sale' }, excludedIds: ['x'] }))
}

beforeAll(async () => {
  openDialogsAndPopovers()
  // what comes when it is needed is here before the clock stands
  await import('./running-tasks.tsx')
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  now = null
  errors = []
  setSendPolicy({ onSessionInvalid: () => {}, onNotGranted: () => {}, showError: (text) => errors.push(text) })
  made = answerCalls({
    [merchant.business.path]: () => ({ _data: { todos: [], openTasks: now && !now.isSeen ? 1 : 0 } }),
    [goods.list.path]: { _data: { list: [] } },
    [task.create.path]: () => {
      now = RUNNING
      return { _data: { taskId: TASK_ID, total: 1000, totalIsCapped: false } }
    },
    [task.get.path]: () => (now ? { _data: now } : refused('NOT_FOUND', '记录不存在或已被删除，请刷新后重试')),
    [task.list.path]: () => ({ _data: { tasks: now ? [rowOf(now)] : [] } }),
    [task.cancel.path]: () => {
      now = { ...RUNNING, state: 'cancelled', skippedCount: 877 }
      return {}
    },
    [task.retry.path]: () => {
      now = { ...DONE, state: 'running', failedCount: 0, failures: [], finishedAt: null }
      return {}
    },
    [task.markSeen.path]: () => {
      if (now) now = { ...now, isSeen: true }
      return {}
    },
  })
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const dialog = () => screen.findByRole('dialog')
const heading = (name: string) => screen.findByRole('heading', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const listAsked = () => bodiesTo(made, goods.list.path).length

test('a task begins with what it was given and shows how it goes, in a bar and in words', async () => {
  await show()
  await begin()
  await heading('批量下架：进行中')
  expect(bodiesTo(made, task.create.path)).toMatchObject([
    { action: 'listing.takeOff', filter: { state: 'on_sale' }, excludedIds: ['x'] },
  ])
  const bar = within(await dialog()).getByRole('progressbar', { name: '批量下架的进度' })
  expect(bar.getAttribute('aria-valuetext')).toBe('已完成 120 / 1,000，失败 3')
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['123', '1000'])
  expect(within(await dialog()).getByText('已完成 120 / 1,000，失败 3')).toBeTruthy()
  const rows = within(await dialog()).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    '对象结果原因',
    'iPhone 13 490154203237518失败竞拍已有出价，不能下架',
    'iPhone 13 490154203237526失败记录不存在或已被删除，请刷新后重试',
  ])
})

test('a task that ends while it is looked at says what it came to, and its list is asked again', async () => {
  await show()
  await begin()
  await heading('批量下架：进行中')
  now = DONE
  await pass(1_000)
  await heading('批量下架：有失败')
  expect(within(await dialog()).getByText('已完成 985 / 1,000，失败 3，跳过 12')).toBeTruthy()
  expect(
    within(await dialog())
      .getAllByRole('row')
      .at(-1)?.textContent,
  ).toBe('12 条跳过当前为“草稿”，不能下架')
  await waitFor(() => expect(listAsked()).toBeGreaterThan(1))
  await waitFor(() => expect(bodiesTo(made, task.markSeen.path)).toHaveLength(1))
  const asked = bodiesTo(made, task.get.path).length
  await pass(10_000)
  // at most the header's own look at the end, which may come as late as it likes; each second would have asked once
  expect(bodiesTo(made, task.get.path).length).toBeLessThanOrEqual(asked + 1)
  press('重试失败的')
  await heading('批量下架：进行中')
})

test('后台继续 leaves it to the header, which tells of its end once and leads to what it came to', async () => {
  await show()
  expect(screen.queryByRole('button', { name: /批量下架/ })).toBeNull()
  await begin()
  await heading('批量下架：进行中')
  press('后台继续')
  await screen.findByRole('button', { name: '批量下架 120 / 1,000，失败 3' })
  expect(screen.queryByRole('dialog')).toBeNull()
  now = DONE
  await pass(2_000)
  const ended = await screen.findByRole('button', { name: '批量下架 成功 985，失败 3，跳过 12' })
  expect(screen.getByRole('status').textContent).toBe('批量下架有失败：成功 985，失败 3，跳过 12')
  await waitFor(() => expect(listAsked()).toBe(2))
  const asked = bodiesTo(made, task.list.path).length
  await pass(30_000)
  // the same; each two seconds would have asked once
  expect(bodiesTo(made, task.list.path).length).toBeLessThanOrEqual(asked + 1)
  fireEvent.click(ended)
  await heading('批量下架：有失败')
  press('看完了')
  await waitFor(() => expect(screen.queryByRole('button', { name: /批量下架/ })).toBeNull())
})

test('a task can be cancelled: what is left is passed over', async () => {
  await show()
  await begin()
  await heading('批量下架：进行中')
  press('取消任务')
  await heading('批量下架：已取消')
  expect(within(await dialog()).getByRole('status').textContent).toBe('批量下架已取消：成功 120，失败 3，跳过 877')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('看完了'))
  expect(bodiesTo(made, task.cancel.path)).toMatchObject([{ taskId: TASK_ID }])
  expect(screen.queryByRole('button', { name: '取消任务' })).toBeNull()
})

test('a task that lost its right says so, and one of more rows than it takes says that too', async () => {
  now = { ...DONE, state: 'cancelled', problem: '已没有“下架”的权限', totalIsCapped: true }
  await show()
  fireEvent.click(await screen.findByRole('button', { name: /批量下架/ }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('已没有“下架”的权限，批量操作已停止，余下的未执行。')
  expect(screen.getByText('筛选结果超过 10,000 条，本次只处理前 10,000 条。')).toBeTruthy()
})

test('a refused task is told of, and no dialog opens', async () => {
  await show()
  made = answerCalls({ [task.create.path]: refused('TASK_EMPTY', '没有符合条件的记录，请调整筛选后重试') })
  await begin()
  expect(errors).toEqual(['没有符合条件的记录，请调整筛选后重试'])
  made = answerCalls({})
  await begin()
  expect(await screen.findByText('网络连接失败，请检查网络后重试')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a task that has gone is not asked for again and again', async () => {
  await show()
  await begin()
  await heading('批量下架：进行中')
  now = null
  await pass(1_000)
  const asked = bodiesTo(made, task.get.path).length
  await pass(20_000)
  expect(bodiesTo(made, task.get.path)).toHaveLength(asked)
})

test('several tasks stand in one table, each with the way to its results', async () => {
  now = RUNNING
  const other = { ...rowOf(DONE), taskId: '01890000-0000-7000-8000-0000000000bb', title: '停用' }
  made = answerCalls({
    [merchant.business.path]: { _data: { todos: [], openTasks: 2 } },
    [goods.list.path]: { _data: { list: [] } },
    [task.list.path]: { _data: { tasks: [other, rowOf(RUNNING)] } },
    [task.get.path]: { _data: { ...DONE, ...other } },
    [task.markSeen.path]: {},
  })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '批量下架 120 / 1,000，失败 3 等 2 项' }))
  const rows = within(await screen.findByRole('region', { name: '最近的批量操作' }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['有失败', '进行中'])
  press('查看批量停用')
  await heading('批量停用：有失败')
  expect(bodiesTo(made, task.get.path)).toMatchObject([{ taskId: other.taskId }])
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})
