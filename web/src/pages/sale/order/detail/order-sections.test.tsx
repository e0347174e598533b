import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showScreen } from '../../../../features/testing/screen.tsx'
import { AmountSection } from './order-sections.tsx'
import { OrderUnits } from './order-units.tsx'
import { ORDER } from './testing/order-detail.ts'

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

test('money that was sent is shown, and nothing else of it', () => {
  const order = { ...ORDER, dealPriceFen: 320_000 }
  showScreen(<AmountSection order={order} />)
  screen.getByText('¥3,200.00')
  expect(screen.queryByText('买家服务费')).toBeNull()
})
