import { orderDetail } from '@huanji/contract/features/order/rows'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import type { OrderDetail } from '../types.ts'
import { ORDER as ROW, UNIT } from './order.ts'

/** An order as its own page has it, with a masked receiver. */
export const ORDER: OrderDetail = {
  ...emptyRow(orderDetail),
  ...ROW,
  receiver: { name: '陈**', phone: '138****0115', region: '广东省广州市', detail: '****', masked: true },
  mode: 'sealed',
  units: [{ ...UNIT, netFen: null, costPriceFen: null, marginFen: null }],
}
