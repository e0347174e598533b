import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { storePermissions } from '../../../session/session.ts'
import { showScreen } from '../../testing/screen.tsx'
import { ORDER } from '../testing/order-detail.ts'
import { AmountSection } from './amount-section.tsx'
import { OrderUnits } from './order-units.tsx'

afterEach(cleanup)

test('money that was not sent leaves no trace on the page', () => {
  showScreen(
    <>
      <AmountSection order={ORDER} />
      <OrderUnits units={ORDER.units} />
    </>,
  )
  expect(screen.queryByText('金额')).toBeNull()
  expect(screen.queryByText('成交价')).toBeNull()
  expect(document.body.textContent).not.toContain('¥')
})

const PROCEEDS = {
  state: 'expected',
  lines: [
    { type: 'orderSettlement', label: '成交价', amountFen: 320_000 },
    { type: 'serviceFee', label: '平台服务费', amountFen: -6_400 },
    { type: 'inspectionFee', label: '质检费', amountFen: -3_000 },
  ],
  netFen: 310_600,
} as const

test('money reads as an equation, and nothing that was not sent', () => {
  const order = { ...ORDER, proceeds: { ...PROCEEDS, lines: [...PROCEEDS.lines] }, paidFen: 325_000 }
  showScreen(<AmountSection order={order} />)
  expect(screen.getByText('成交价').closest('p')?.textContent).toBe(
    '成交价 ¥3,200.00−平台服务费 ¥64.00−质检费 ¥30.00=预计到手 ¥3,106.00',
  )
  screen.getByText('¥3,250.00')
  expect(screen.queryByText('买家服务费')).toBeNull()
})

test('an order that has bills leads to them, for whoever may see bills', () => {
  const order = { ...ORDER, proceeds: { ...PROCEEDS, lines: [...PROCEEDS.lines], state: 'settled' as const } }
  storePermissions(['/capital/bill'])
  showScreen(<AmountSection order={order} />)
  expect(screen.getByRole('link', { name: '查看账单' }).getAttribute('href')).toBe(
    `/capital/bill?orderNo=${ORDER.orderNo}`,
  )
  cleanup()
  storePermissions([])
  showScreen(<AmountSection order={order} />)
  expect(screen.queryByRole('link')).toBeNull()
})
