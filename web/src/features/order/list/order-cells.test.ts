import { expect, test } from 'vitest'
import { deadlineFirst } from './order-cells.tsx'

// the server's order by deadline begins with what is short
test('what waits opens in the order of its deadlines, unless the person sorts it', () => {
  expect(deadlineFirst({ state: 'awaiting_shipment' })).toEqual({ sort: 'deadline.asc' })
  expect(deadlineFirst({ state: 'awaiting_payment' })).toEqual({ sort: 'deadline.asc' })
  expect(deadlineFirst({ state: 'shipped' })).toEqual({ sort: undefined })
  expect(deadlineFirst({ state: 'awaiting_shipment', sort: 'orderedAt.desc' })).toEqual({ sort: 'orderedAt.desc' })
})
