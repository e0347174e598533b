import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showScreen } from '../../../../features/listing/test-desk.tsx'
import { ORDER as ROW, UNIT } from '../../../../features/order/fixtures.testing.ts'
import type { OrderDetail } from '../../../../features/order/types.ts'
import { AmountSection, BuyerSection } from './order-sections.tsx'
import { OrderUnits } from './order-units.tsx'

const ORDER: OrderDetail = {
  ...ROW,
  receiver: { name: '陈**', phone: '138****0115', region: '广东省广州市', detail: '****', masked: true },
  mode: 'sealed',
  buyerFeeFen: null,
  serviceFeeFen: null,
  prepayFen: null,
  finalPayFen: null,
  paidFen: null,
  closeReason: '',
  shipFrom: '',
  deliveryFailure: '',
  units: [UNIT],
  history: [],
}

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

test('a masked receiver is said to be masked and cannot be copied', () => {
  showScreen(<BuyerSection order={ORDER} />)
  screen.getByText('联系方式已脱敏')
  screen.getByText('138****0115')
  expect(screen.queryByRole('button', { name: '复制收货手机号' })).toBeNull()
})

test('a receiver that may be read can be copied', () => {
  const receiver = { ...ORDER.receiver, phone: '13800130115', masked: false }
  showScreen(<BuyerSection order={{ ...ORDER, receiver }} />)
  screen.getByRole('button', { name: '复制收货手机号' })
  expect(screen.queryByText('联系方式已脱敏')).toBeNull()
})
