import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showScreen } from '../../../../features/listing/test-desk.tsx'
import type { OrderDetail } from '../../../../features/order/types.ts'
import { AmountSection, BuyerSection } from './order-sections.tsx'
import { OrderUnits } from './order-units.tsx'

const ORDER: OrderDetail = {
  orderId: 'order-1',
  orderNo: '3800000000000000001',
  state: 'awaiting_shipment',
  inRefund: false,
  listingId: null,
  title: 'iPhone 13 128GB',
  coverUrl: null,
  modelName: 'iPhone 13',
  skuText: '128GB',
  grade: '95',
  unitCount: 1,
  imei: '490154203237518',
  barCode: 'HJ0000000001',
  bagCode: 'FD00000001',
  scheduleDate: null,
  scheduleNumber: '',
  startPriceFen: null,
  dealPriceFen: null,
  buyerNick: '买家',
  shopAccountId: 'shop-1',
  shopName: '一号店',
  orderedAt: '2026-11-20T01:00:00.000Z',
  paidAt: null,
  shippedAt: null,
  completedAt: null,
  closedAt: null,
  deadlineAt: null,
  carrierCode: '',
  carrierName: '',
  waybill: '',
  remark: '',
  deliverySync: 'none',
  version: 1,
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
  units: [
    {
      unitId: 'unit-1',
      barCode: 'HJ0000000001',
      imei: '490154203237518',
      imei2: '',
      modelName: 'iPhone 13',
      skuText: '128GB',
      grade: '95',
      bagCode: 'FD00000001',
      inspectionId: 'inspection-1',
      inspectionNo: 'ZJ261121000001',
      dealPriceFen: null,
      dispatchState: 'pending',
    },
  ],
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
