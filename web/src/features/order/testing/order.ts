import { orderRow, orderUnitRow } from '@huanji/contract/features/order/rows'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import type { OrderRow, OrderUnit } from '../types.ts'

/** A unit of an order that nobody has checked yet, for tests. */
export const UNIT: OrderUnit = {
  ...emptyRow(orderUnitRow),
  unitId: 'unit-1',
  barCode: 'HJ0000000001',
  imei: '490154203237518',
  modelName: 'iPhone 13',
  skuText: '128GB 午夜色',
  grade: '95',
  bagCode: 'FD00000001',
  inspectionId: 'inspection-1',
  inspectionNo: 'ZJ261121000001',
  dispatchState: 'pending',
}

/** A paid order of that unit, for tests. */
export const ORDER: OrderRow = {
  ...emptyRow(orderRow),
  orderId: 'order-1',
  channel: 'auction',
  orderNo: '3800000000000000001',
  state: 'awaiting_shipment',
  title: 'iPhone 13 128GB',
  modelName: 'iPhone 13',
  skuText: '128GB',
  grade: '95',
  unitCount: 1,
  pickedCount: 1,
  imei: UNIT.imei,
  barCode: UNIT.barCode,
  bagCode: UNIT.bagCode,
  buyerNick: '买家',
  shopAccountId: 'shop-1',
  shopName: '一号店',
  orderedAt: '2026-11-20T01:00:00.000Z',
  paidAt: '2026-11-20T02:00:00.000Z',
  deadlineAt: '2026-11-21T02:00:00.000Z',
  deliverySync: 'none',
  allowedActions: ['ship'],
  version: 3,
}

/** A paid order of two phones out of stock, none of them chosen, for tests. */
export const STOCK_ORDER: OrderRow = {
  ...ORDER,
  orderId: 'order-9',
  channel: 'curated',
  orderNo: '3900000000000000009',
  unitCount: 2,
  pickedCount: 0,
  imei: '',
  barCode: '',
  bagCode: null,
  originalPriceFen: 539_800,
  dealPriceFen: 539_800,
  freightFen: 0,
  allowedActions: ['pick'],
}
