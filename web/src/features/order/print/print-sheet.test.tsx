import { pickRow } from '@huanji/contract/features/order/many-orders'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PickRow } from '../types.ts'
import { Sheet } from './print-sheet.tsx'

const DUE = '2026-11-24T10:02:00.000Z'
const ROW: PickRow = { ...emptyRow(pickRow), orderNo: '3800000000000000001', unitCount: 1, deadlineAt: DUE }

afterEach(cleanup)

test.each([
  ['awaiting_shipment', '2026-11-24 18:02'],
  ['awaiting_payment', '待付款'],
] as const)(
  'defect: on the pick list an order that is not paid looked as if it were to be shipped: %s',
  (state, said) => {
    const rows = [{ ...ROW, orderId: 'order-1', shopName: '一号店', state }]
    render(<Sheet kind="pick" sheet={{ rows, printedAt: '2026-11-23T10:00:00.000Z' }} title="鱼市订单" />)
    expect(screen.getByText(/^一号店/).textContent).toBe(`一号店 ${said}`)
  },
)

test('defect: a pick list led from shelf to shelf and back, because it went by deadlines alone', () => {
  const row = (orderId: string, modelName: string, deadlineAt: string): PickRow => ({
    ...ROW,
    orderId,
    modelName,
    skuText: '128GB',
    deadlineAt,
    orderNo: orderId,
    state: 'awaiting_shipment',
  })
  const rows = [
    row('1', 'iPhone 13', '2026-11-24T10:02:00.000Z'),
    row('2', 'iPhone 12', '2026-11-24T11:02:00.000Z'),
    row('3', 'iPhone 13', '2026-11-24T09:02:00.000Z'),
    row('4', 'iPhone 12', '2026-11-24T08:02:00.000Z'),
  ]
  render(<Sheet kind="pick" sheet={{ rows, printedAt: '2026-11-23T10:00:00.000Z' }} title="鱼市订单" />)
  const lines = screen.getAllByRole('row').slice(1)
  expect(lines.map((line) => line.querySelectorAll('td')[4]?.firstChild?.textContent)).toEqual(['4', '2', '3', '1'])
})
