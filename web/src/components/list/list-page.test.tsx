import type { Columns } from '@huanji/contract/columns/column'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { defineAction } from '../actions/action.ts'
import { ListPage } from './list-page.tsx'
import { defineList, type ListAnswer } from './list-types.ts'

interface Phone {
  readonly id: string
  readonly no: string
  readonly state: string
}

interface PhonesInput {
  page?: number | undefined
  pageSize?: number | undefined
  cursor?: string | undefined
  state?: string | undefined
  shop?: string | undefined
}

const COLUMNS: Columns<Phone, 'no' | 'state'> = {
  no: { title: '编号', kind: 'text', fields: ['no'] },
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
    </QueryClientProvider>,
  )
  return router
}

const rowOf = (no: string) => screen.getByText(no).closest('tr') as HTMLTableRowElement
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
  expect(screen.getByRole('region', { name: '批量操作' }).textContent).toContain('已选 1 项')
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
  const bar = screen.getByRole('region', { name: '批量操作' })
  expect(bar.textContent).toContain('已选 100 项')

  fireEvent.click(within(bar).getByRole('button', { name: '批量标记' }))
  expect(phones.acted).toEqual([Array.from({ length: 100 }, (_, at) => `id-${at}`)])
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
