import { pickRow } from '@huanji/contract/calls/many-orders'
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
