import type { Columns } from '@huanji/contract/columns/column'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { defineAction } from '../actions/action.ts'
import { OverlayHost } from '../overlay/overlay-host.tsx'
import { ListPage } from './list-page.tsx'
import { defineList, type ListAnswer } from './list-types.ts'

interface Phone {
  readonly id: string
  readonly no: string
  readonly state: string
}

interface PhonesInput {
  sort?: string | undefined
  page?: number | undefined
  pageSize?: number | undefined
  cursor?: string | undefined
  state?: string | undefined
  shop?: string | undefined
}

const COLUMNS: Columns<Phone, 'no' | 'state'> = {
  no: { title: '编号', kind: 'text', fields: ['no'], sort: { first: 'desc' } },
  state: { title: '状态', kind: 'text', fields: ['state'] },
}

const TOTAL = 250
const ROW_PX = 44
const SEEN_PX = 700

function answerTo({ page = 1, pageSize = 20 }: PhonesInput): ListAnswer<Phone> {
  const first = (page - 1) * pageSize
  const count = Math.max(0, Math.min(pageSize, TOTAL - first))
  return {
    list: Array.from({ length: count }, (_, at) => ({ id: `id-${first + at}`, no: `NO-${first + at}`, state: 'new' })),
    total: TOTAL,
    totalIsCapped: false,
    page,
    pageSize,
    nextCursor: first + count < TOTAL ? `after-${first + count}` : null,
    previousCursor: page > 1 ? `before-${first}` : null,
  }
}

/** A list with its calls, how often each row's cells were rendered, and what its actions were given. */
function phoneList() {
  const call = vi.fn(async (input: PhonesInput) => answerTo(input))
  const shops = vi.fn(async () => [{ value: 's1', label: '一号店' }])
  const rendered: string[] = []
  const acted: string[][] = []
  const list = defineList<PhonesInput, Phone, ListAnswer<Phone>, 'no' | 'state'>({
    key: 'test-phones',
    title: '手机',
    call: Object.assign((input: PhonesInput) => call(input), { path: '/test/phones', kind: 'read' as const }),
    rowKey: (row) => row.id,
    rowLabel: (row) => row.no,
    filters: [{ kind: 'select', name: 'shop', label: '店铺', options: shops }],
    columns: COLUMNS,
    cells: {
      no: {
        cell: (row) => {
          rendered.push(row.id)
          return row.no
        },
      },
    },
    actions: [
      defineAction<Phone>({
        key: 'mark',
        name: '标记',
        shortcut: 'm',
        bulk: true,
        run: (rows, { updateRow }) => {
          acted.push(rows.map((row) => row.id))
          for (const row of rows) updateRow(row, (old) => ({ ...old, state: 'marked' }))
        },
      }),
    ],
  })
  return { list, call, shops, rendered, acted }
}

function show(phones: ReturnType<typeof phoneList>, address = '/phones') {
  const router = createMemoryRouter([{ path: '/phones', element: <ListPage list={phones.list} /> }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <OverlayHost />
    </QueryClientProvider>,
  )
  return router
}

const rowOf = (no: string) => screen.getByLabelText(`选择${no}`).closest('tr') as HTMLTableRowElement
const boxOf = (no: string) => screen.getByLabelText(`选择${no}`)
const dataRows = () => document.querySelectorAll('tr[data-key]')

/** The simulated browser lays nothing out: let rows be 44 px high, and 700 px of them be seen. */
function layOut(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_PX)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SEEN_PX)
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  layOut()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('asks once for the rows, and for options of filters only when the rows are there', async () => {
  const phones = phoneList()
  let answer: (value: ListAnswer<Phone>) => void = () => {}
  phones.call.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  show(phones)
  await waitFor(() => expect(phones.call).toHaveBeenCalledTimes(1))
  expect(document.querySelectorAll('[data-stand-in="loading"]')).toHaveLength(20)
  expect(phones.shops).not.toHaveBeenCalled()

  await act(async () => answer(answerTo({})))
  await screen.findByText('NO-0')
  expect(document.querySelectorAll('[data-stand-in="loading"]')).toHaveLength(0)
  await waitFor(() => expect(phones.shops).toHaveBeenCalledTimes(1))
  expect(phones.call).toHaveBeenCalledTimes(1)
})

test('the rows in sight are rendered first, and those below right after', async () => {
  const phones = phoneList()
  const counts: number[] = []
  const watcher = new MutationObserver(() => counts.push(dataRows().length))
  watcher.observe(document.body, { childList: true, subtree: true })
  show(phones, '/phones?pageSize=50')
  await screen.findByText('NO-49')
  watcher.disconnect()
  const first = counts.find((count) => count > 0)
  expect(first).toBe(Math.ceil((innerHeight * 2) / 3 / ROW_PX))
  expect(dataRows()).toHaveLength(50)
})

test.each([20, 100])('ticking one of %i rows renders no cell again', async (pageSize) => {
  const phones = phoneList()
  show(phones, `/phones?pageSize=${pageSize}`)
  await screen.findByText('NO-3')
  await waitFor(() => expect(phones.shops).toHaveBeenCalled())
  await waitFor(() => expect(dataRows().length).toBeGreaterThanOrEqual(20))
  phones.rendered.length = 0

  fireEvent.click(boxOf('NO-3'))
  expect(rowOf('NO-3').hasAttribute('data-ticked')).toBe(true)
  expect((await screen.findByRole('region', { name: '批量操作' })).textContent).toContain('已选 1 项')
  expect(phones.rendered).toEqual([])

  fireEvent.click(boxOf('NO-3'))
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
  expect(phones.rendered).toEqual([])
})

test('of 100 rows a window stands in the page, and the table still says how many there are', async () => {
  show(phoneList(), '/phones?pageSize=100')
  await screen.findByText('NO-0')
  await waitFor(() => expect(dataRows().length).toBeGreaterThanOrEqual(SEEN_PX / ROW_PX))
  expect(dataRows().length).toBeLessThan(60)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('101')
  expect(rowOf('NO-0').getAttribute('aria-rowindex')).toBe('2')
  const spaceBelow = document.querySelector<HTMLElement>('[data-stand-in="hidden"] td')?.style.height
  expect(spaceBelow).toBe(`${(100 - dataRows().length) * ROW_PX}px`)
})

test('scrolling brings the rows that come into sight', async () => {
  show(phoneList(), '/phones?pageSize=100')
  await screen.findByText('NO-0')
  const scroll = screen.getByRole('region', { name: '手机表格' })
  scroll.scrollTop = 60 * ROW_PX
  fireEvent.scroll(scroll)
  await screen.findByText('NO-65')
  expect(screen.queryByText('NO-0')).toBeNull()
  expect(rowOf('NO-65').getAttribute('aria-rowindex')).toBe('67')
  const [above, below] = document.querySelectorAll<HTMLElement>('[data-stand-in="hidden"] td')
  const heights = [above, below].map((cell) => Number.parseInt(cell?.style.height ?? '', 10))
  expect(heights[0]).toBeGreaterThan(0)
  expect((heights[0] ?? 0) + (heights[1] ?? 0)).toBe((100 - dataRows().length) * ROW_PX)
})

test('a short page stands there whole', async () => {
  show(phoneList(), '/phones?pageSize=50')
  await screen.findByText('NO-49')
  expect(dataRows()).toHaveLength(50)
})

test('the head ticks all 100 rows, those outside the window too, and a bulk action gets every one', async () => {
  const phones = phoneList()
  show(phones, '/phones?pageSize=100')
  await screen.findByText('NO-0')
  fireEvent.click(screen.getByLabelText('选择本页全部'))
  const bar = await screen.findByRole('region', { name: '批量操作' })
  expect(bar.textContent).toContain('已选 100 项')

  fireEvent.click(within(bar).getByRole('button', { name: '批量标记' }))
  await waitFor(() => expect(phones.acted).toEqual([Array.from({ length: 100 }, (_, at) => `id-${at}`)]))
})

test('an action on one row changes that row in place: no other row renders and nothing is asked again', async () => {
  const phones = phoneList()
  show(phones)
  await screen.findByText('NO-19')
  await waitFor(() => expect(phones.shops).toHaveBeenCalled())
  phones.rendered.length = 0
  fireEvent.click(within(rowOf('NO-5')).getByRole('button', { name: '标记' }))
  await waitFor(() => expect(rowOf('NO-5').textContent).toContain('marked'))
  expect(new Set(phones.rendered)).toEqual(new Set(['id-5']))
  expect(phones.call).toHaveBeenCalledTimes(1)
})

test('the next page is asked by the cursor; the rows before stay until it is there, and their ticks outlive it', async () => {
  const phones = phoneList()
  const router = show(phones)
  await screen.findByText('NO-2')
  fireEvent.click(boxOf('NO-2'))
  let answer: (value: ListAnswer<Phone>) => void = () => {}
  phones.call.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))

  fireEvent.click(screen.getByRole('button', { name: '下一页' }))
  await waitFor(() => expect(phones.call).toHaveBeenCalledTimes(2))
  expect(phones.call.mock.calls[1]?.[0]).toEqual({ page: 2, pageSize: 20, cursor: 'after-20' })
  expect(router.state.location.search).toBe('?page=2&cursor=after-20')
  expect(screen.getByText('NO-2')).toBeTruthy()
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')

  await act(async () => answer(answerTo({ page: 2 })))
  await screen.findByText('NO-22')
  expect(screen.queryByText('NO-2')).toBeNull()
  expect(screen.getByRole('region', { name: '批量操作' }).textContent).toContain('已选 1 项（其他页 1 项）')
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false')
})

test('a failed list says so and comes back with 重试', async () => {
  const phones = phoneList()
  // The cache tries a lost connection once more by itself.
  phones.call.mockRejectedValueOnce(new TypeError('lost')).mockRejectedValueOnce(new TypeError('lost'))
  show(phones)
  const retry = await screen.findByRole('button', { name: '重试' }, { timeout: 5000 })
  expect(dataRows()).toHaveLength(0)
  fireEvent.click(retry)
  await screen.findByText('NO-0')
})

test('x ticks the focused row and j moves on', async () => {
  show(phoneList())
  await screen.findByText('NO-0')
  const first = rowOf('NO-0')
  first.focus()
  fireEvent.keyDown(first, { key: 'x' })
  await waitFor(() => expect(first.hasAttribute('data-ticked')).toBe(true))
  fireEvent.keyDown(first, { key: 'j' })
  await waitFor(() => expect(document.activeElement).toBe(rowOf('NO-1')))
})

const bar = () => screen.getByRole('region', { name: '批量操作' })
const barShown = () => screen.findByRole('region', { name: '批量操作' })
/** Presses a key where the focus is. */
const pressKey = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

/** A person's pause between two keys; what comes sooner is taken for a scanner's. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 80))

/** Presses a key until it has its effect: one that follows another within a scanner's pause counts for nothing. */
const pressUntil = (key: string, expectEffect: () => void) => {
  const attempt = () => {
    pressKey(key)
    expectEffect()
  }
  return waitFor(attempt, { interval: 100 })
}

test('once the page is ticked everything found is offered, and what is unticked is left out', async () => {
  show(phoneList())
  await screen.findByText('NO-0')
  fireEvent.click(boxOf('NO-0'))
  expect(within(await barShown()).queryByRole('button', { name: '选择全部 250 条' })).toBeNull()
  fireEvent.click(screen.getByLabelText('选择本页全部'))
  fireEvent.click(within(bar()).getByRole('button', { name: '选择全部 250 条' }))
  expect(bar().textContent).toContain('已选全部 250 项')
  // 标记 has no long work of its own
  expect(bar().textContent).toContain('这里没有能对全部记录执行的操作')

  fireEvent.click(screen.getByRole('button', { name: '下一页' }))
  await screen.findByText('NO-22')
  await waitFor(() => expect(rowOf('NO-22').hasAttribute('data-ticked')).toBe(true))
  fireEvent.click(boxOf('NO-22'))
  expect(bar().textContent).toContain('已选全部 249 项（已排除 1 项）')
})

test('of more than are counted the first ones can be chosen', async () => {
  const phones = phoneList()
  phones.call.mockImplementation(async (input) => ({ ...answerTo(input), total: 10_000, totalIsCapped: true }))
  show(phones)
  await screen.findByText('NO-0')
  fireEvent.click(screen.getByLabelText('选择本页全部'))
  fireEvent.click(within(await barShown()).getByRole('button', { name: '选择前 10,000 条' }))
  expect(bar().textContent).toContain('已选前 10000 项')
})

test('another filter ends the ticks', async () => {
  const phones = phoneList()
  const router = show(phones)
  await screen.findByText('NO-0')
  fireEvent.click(boxOf('NO-0'))
  await barShown()
  await act(() => router.navigate('/phones?shop=s1'))
  await waitFor(() => expect(phones.call).toHaveBeenLastCalledWith({ page: 1, pageSize: 20, shop: 's1' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull())
})

test('rows that allow nothing say so, with the state they are in', async () => {
  const phones = phoneList()
  const list = {
    ...phones.list,
    rowState: () => '已成交',
    actions: phones.list.actions?.map((action) => ({ ...action, allowed: 'takeOff' as const })) ?? [],
  }
  show({ ...phones, list })
  await screen.findByText('NO-0')
  for (const no of ['NO-0', 'NO-1', 'NO-2']) fireEvent.click(boxOf(no))
  expect((await barShown()).textContent).toContain('所选 3 条都不能操作（已成交）')
  expect(within(bar()).queryByRole('button', { name: /^批量/ })).toBeNull()
  within(bar()).getByRole('button', { name: '导出所选' })
})

test('a title sorts its first way, then the other, then not at all, and says so', async () => {
  const phones = phoneList()
  const router = show(phones, '/phones?page=3')
  await screen.findByText('NO-40')
  const head = () => screen.getByRole('columnheader', { name: /^编号/ })
  expect(head().getAttribute('aria-sort')).toBe('none')
  expect(screen.getByRole('columnheader', { name: /^状态/ }).hasAttribute('aria-sort')).toBe(false)
  for (const [search, sorted] of [
    ['?sort=no.desc', 'descending'],
    ['?sort=no.asc', 'ascending'],
    ['', 'none'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: '编号' }))
    await waitFor(() => expect(router.state.location.search).toBe(search))
    expect(head().getAttribute('aria-sort')).toBe(sorted)
  }
  expect(phones.call).toHaveBeenCalledWith({ page: 1, pageSize: 20, sort: 'no.desc' })
})

test('a column is resized by keys, and the width stays with the person', async () => {
  const phones = phoneList()
  const widthOf = () => screen.getByRole<HTMLTableElement>('table').style.getPropertyValue('--w1')
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => Number.parseInt(widthOf(), 10))
  show(phones)
  await screen.findByText('NO-19')
  phones.rendered.length = 0
  expect(widthOf()).toBe('132px')
  const edge = screen.getByRole('separator', { name: '调整状态列宽' })
  fireEvent.keyDown(edge, { key: 'ArrowRight' })
  await waitFor(() => expect(widthOf()).toBe('140px'))
  fireEvent.keyDown(edge, { key: 'ArrowLeft', shiftKey: true })
  await waitFor(() => expect(widthOf()).toBe('100px'))
  expect(edge.getAttribute('aria-valuenow')).toBe('100')
  expect(phones.rendered).toEqual([])

  cleanup()
  show(phones)
  await screen.findByText('NO-0')
  expect(widthOf()).toBe('100px')
})

test('Space previews a row with its hidden columns, arrows go on, Esc gives the focus back', async () => {
  const phones = phoneList()
  const list = { ...phones.list, columns: { ...COLUMNS, state: { ...COLUMNS.state, hidden: true as const } } }
  show({ ...phones, list })
  await screen.findByText('NO-19')
  rowOf('NO-0').focus()
  await pause()
  pressKey(' ')
  const preview = await screen.findByRole('region', { name: '预览NO-0' })
  expect(preview.textContent).toContain('状态new')
  within(preview).getByRole('button', { name: '标记' })
  expect(rowOf('NO-0').getAttribute('aria-current')).toBe('true')

  phones.rendered.length = 0
  await pause()
  pressKey('ArrowDown')
  const next = await screen.findByRole('region', { name: '预览NO-1' })
  expect(document.activeElement).toBe(rowOf('NO-1'))
  // the preview says the number itself, and no row is rendered again
  expect(phones.rendered.filter((id) => id !== 'id-1')).toEqual([])
  await pressUntil('ArrowRight', () => expect(next.contains(document.activeElement)).toBe(true))
  await pressUntil('Escape', () => expect(screen.queryByRole('region', { name: /^预览/ })).toBeNull())
  expect(document.activeElement).toBe(rowOf('NO-1'))
})

test('Space stays with what is pressed by it, and with a page on which no row has the focus', async () => {
  show(phoneList())
  await screen.findByText('NO-0')
  // the answer says whether the browser goes on with the key
  expect(fireEvent.keyDown(within(rowOf('NO-0')).getByRole('button', { name: '标记' }), { key: ' ' })).toBe(true)
  expect(fireEvent.keyDown(boxOf('NO-0'), { key: ' ' })).toBe(true)
  expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(true)
  expect(screen.queryByRole('region', { name: /^预览/ })).toBeNull()
})

test('with the preview open a click on another row shows that one', async () => {
  show(phoneList())
  await screen.findByText('NO-0')
  rowOf('NO-0').focus()
  await pause()
  pressKey(' ')
  await screen.findByRole('region', { name: '预览NO-0' })
  // what a browser does on a click into a row
  act(() => rowOf('NO-4').focus())
  await screen.findByRole('region', { name: '预览NO-4' })
})

test('a page number that is typed is gone to, and one that cannot be leaves things as they are', async () => {
  const phones = phoneList()
  const router = show(phones)
  await screen.findByText('NO-0')
  const box = () => screen.getByLabelText<HTMLInputElement>('页码，回车跳转')
  const type = (text: string) => {
    fireEvent.change(box(), { target: { value: text } })
    fireEvent.keyDown(box(), { key: 'Enter' })
  }
  type('x')
  expect(box().value).toBe('1')
  type('4')
  await screen.findByText('NO-60')
  expect(router.state.location.search).toBe('?page=4')
  type('99')
  await screen.findByText('NO-249')
  expect(router.state.location.search).toBe('?page=13')
})

test('defect: a page beyond the last one said that there is nothing yet', async () => {
  const phones = phoneList()
  const router = show(phones, '/phones?page=99')
  await screen.findByText('NO-249')
  expect(router.state.location.search).toBe('?page=13')
  expect(screen.queryByText('还没有记录')).toBeNull()
})

test('defect: with the last row of the last page the empty page stayed', async () => {
  const phones = phoneList()
  let total = 21
  phones.call.mockImplementation(async (input) => {
    const answer = answerTo(input)
    const left = Math.max(0, total - ((input.page ?? 1) - 1) * 20)
    return { ...answer, list: answer.list.slice(0, left), total }
  })
  const router = show(phones, '/phones?page=2&cursor=after-20')
  await screen.findByText('NO-20')
  total = 20
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  await screen.findByText('NO-19')
  expect(router.state.location.search).toBe('')
  expect(screen.queryByText('还没有记录')).toBeNull()
  total = 0
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  await screen.findByText('还没有记录')
})

test('defect: what passed over most of the ticked rows was the main button of the bar', async () => {
  const phones = phoneList()
  const publish = defineAction<Phone>({
    key: 'publish',
    name: '重新提交',
    tone: 'primary',
    bulk: true,
    allowed: 'retry',
    run: () => {},
  })
  phones.call.mockImplementation(async (input) => {
    const answer = answerTo(input)
    const list = answer.list.map((row) => ({ ...row, allowedActions: row.id === 'id-1' ? [] : ['retry'] }))
    return { ...answer, list }
  })
  show({ ...phones, list: { ...phones.list, actions: [publish] } })
  await screen.findByText('NO-0')
  fireEvent.click(boxOf('NO-0'))
  const main = await screen.findByRole('button', { name: '批量重新提交' })
  const asMain = main.className
  fireEvent.click(boxOf('NO-1'))
  expect(screen.getByRole('button', { name: /^批量重新提交/ }).className).not.toBe(asMain)
})
