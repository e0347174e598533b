import type { Columns } from '@huanji/contract/columns/column'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { defineList, type ListAnswer, type ListDefinition, type ListInput } from './list-types.ts'
import { Neighbours } from './neighbours.tsx'
import { openedFrom } from './opened-from.ts'

interface Order {
  readonly id: string
}

const COLUMNS: Columns<Order, 'id'> = { id: { title: '编号', kind: 'text', fields: ['id'] } }
const TOTAL = 45

function answerTo({ page = 1, pageSize = 20 }: ListInput): ListAnswer<Order> {
  const first = (page - 1) * pageSize
  const count = Math.max(0, Math.min(pageSize, TOTAL - first))
  return {
    list: Array.from({ length: count }, (_, at) => ({ id: `o${first + at}` })),
    total: TOTAL,
    totalIsCapped: false,
    page,
    pageSize,
    nextCursor: first + count < TOTAL ? `after-${first + count}` : null,
    previousCursor: page > 1 ? `before-${first}` : null,
  }
}

type Orders = ListDefinition<ListInput, Order, ListAnswer<Order>>

function Page({ load }: { load: () => Promise<Orders> }) {
  const { id: shown = '' } = useParams()
  return <Neighbours load={load} current={shown} unit="单" />
}

function show(id: string, state: object | null) {
  const call = vi.fn(async (input: ListInput) => answerTo(input))
  const list = defineList<ListInput, Order, ListAnswer<Order>, 'id'>({
    key: 'orders',
    title: '订单',
    call: Object.assign((input: ListInput) => call(input), { path: '/test/orders', kind: 'read' as const }),
    rowKey: (row) => row.id,
    rowLabel: (row) => row.id,
    link: (row) => `/orders/${row.id}`,
    columns: COLUMNS,
  })
  const load = async () => list
  const router = createMemoryRouter(
    [
      { path: '/orders', element: null },
      { path: '/orders/:id', element: <Page load={load} /> },
    ],
    { initialEntries: ['/orders', { pathname: `/orders/${id}`, state }] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, call, path: () => router.state.location.pathname }
}

const press = async (name: string) => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name })
  await act(async () => fireEvent.click(button))
}

afterEach(cleanup)

test('leads to the rows before and after, and back to the list in one step', async () => {
  const { router, path } = show('o3', openedFrom('orders', ''))
  await screen.findByText('4 / 45')
  await press('下一单')
  expect(path()).toBe('/orders/o4')
  await press('上一单')
  await press('上一单')
  expect(path()).toBe('/orders/o2')
  await act(async () => router.navigate(-1))
  expect(path()).toBe('/orders')
})

test('goes over the borders of pages by their cursors', async () => {
  const { call, path } = show('o19', openedFrom('orders', ''))
  await press('下一单')
  expect(path()).toBe('/orders/o20')
  expect(call).toHaveBeenLastCalledWith(expect.objectContaining({ page: 2, cursor: 'after-20' }))
  await screen.findByText('21 / 45')
  await press('上一单')
  expect(path()).toBe('/orders/o19')
  await screen.findByText('20 / 45')
})

test('the first has none before it, the last none after it', async () => {
  show('o0', openedFrom('orders', ''))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '上一单' })).disabled).toBe(true)
  cleanup()
  show('o44', openedFrom('orders', 'page=3&cursor=after-40'))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '下一单' })).disabled).toBe(true)
})

test.each([
  ['opened by its address', null],
  ['opened from another list', openedFrom('listings', '')],
  ['no longer on that page', openedFrom('orders', 'page=2&cursor=after-20')],
  ['given anything', { openedFrom: { list: 3 } }],
])('%s, it leads nowhere', async (_name, state) => {
  show('o3', state)
  await act(async () => {})
  expect(screen.queryByRole('navigation')).toBeNull()
})
