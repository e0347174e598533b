import type { Columns } from '@huanji/contract/columns/column'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { storeJson } from '../../session/storage.ts'
import { OverlayHost } from '../overlay/overlay-host.tsx'
import { ListPage } from './list-page.tsx'
import { defineList, type ListAnswer } from './list-types.ts'
import { employeeKey, storedSettings, UNTOUCHED } from './table-settings.ts'

interface Order {
  readonly no: string
  readonly cost: string | null
}

interface OrdersInput {
  page?: number | undefined
  pageSize?: number | undefined
  withCosts?: boolean | undefined
}

const COLUMNS: Columns<Order, 'no' | 'cost'> = {
  no: { title: '订单号', kind: 'text', fields: ['no'] },
  cost: { title: '成本', kind: 'text', fields: ['cost'], hidden: true, askedWith: 'withCosts' },
}

const call = vi.fn(
  async ({ withCosts }: OrdersInput): Promise<ListAnswer<Order>> => ({
    list: [{ no: 'NO-0', cost: withCosts ? '12.50' : null }],
    total: 1,
    totalIsCapped: false,
    page: 1,
    pageSize: 20,
    nextCursor: null,
    previousCursor: null,
  }),
)

const orders = defineList<OrdersInput, Order, ListAnswer<Order>, 'no' | 'cost'>({
  key: 'test-orders',
  title: '订单',
  call: Object.assign((input: OrdersInput) => call(input), { path: '/test/orders', kind: 'read' as const }),
  rowKey: (row) => row.no,
  rowLabel: (row) => row.no,
  columns: COLUMNS,
})

function show() {
  const router = createMemoryRouter([{ path: '/orders', element: <ListPage list={orders} /> }], {
    initialEntries: ['/orders'],
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <OverlayHost />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  localStorage.clear()
  call.mockClear()
})
afterEach(cleanup)

const row = async () => (await screen.findByText('NO-0')).closest('tr') as HTMLTableRowElement

async function preview() {
  const one = await row()
  one.focus()
  fireEvent.keyDown(one, { key: ' ' })
  return within(await screen.findByRole('region', { name: '预览NO-0' }))
}

test('a preview leaves out what was not asked for, and does not say that there is nothing', async () => {
  show()
  expect((await preview()).queryByText('成本')).toBeNull()
})

test('a preview shows what was asked for', async () => {
  storeJson(employeeKey('columns:test-orders'), { ...UNTOUCHED, shown: { cost: true } }, 'local')
  show()
  expect((await preview()).getByText('成本')).toBeTruthy()
})

test('defect: what each order leaves was asked for with every page, though nobody looked at it', async () => {
  show()
  await row()
  expect(call.mock.calls).toEqual([[{ page: 1, pageSize: 20 }]])

  fireEvent.click(screen.getByRole('button', { name: '列设置' }))
  fireEvent.click(await screen.findByLabelText('成本'))
  await waitFor(async () => expect((await row()).textContent).toContain('12.50'))
  expect(call.mock.calls.at(-1)).toEqual([{ page: 1, pageSize: 20, withCosts: true }])

  // the next visit asks for it at once
  expect(storedSettings(orders, {}).shown).toEqual({ cost: true })
  cleanup()
  call.mockClear()
  show()
  await waitFor(async () => expect((await row()).textContent).toContain('12.50'))
  expect(call.mock.calls).toEqual([[{ page: 1, pageSize: 20, withCosts: true }]])
})
