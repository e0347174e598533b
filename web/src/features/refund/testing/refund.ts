import { refundApproval, refundDetail, refundUnit } from '@huanji/contract/features/refund/rows'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import type { RefundApproval, RefundDetail, RefundUnit } from '../types.ts'

/** A case of the curated channel that waits for the merchant, without phones, for tests. */
export const REFUND: RefundDetail = {
  ...emptyRow(refundDetail),
  refundId: 'refund-1',
  refundNo: '6100000000000000001',
  channel: 'curated',
  orderId: 'order-1',
  kind: 'returnAndRefund',
  state: 'awaiting_merchant',
  title: 'iPhone 13 128GB',
  modelId: 'apple-iphone-13',
  modelName: 'iPhone 13',
  amountFen: 193_000,
  openedAt: '2026-11-20T02:00:00.000Z',
  version: 3,
}

/** A phone of the case that is still on its way back, sold without a bag. */
export const UNIT: RefundUnit = {
  ...emptyRow(refundUnit),
  unitId: 'unit-1',
  channel: 'curated',
  modelName: 'iPhone 13',
  skuText: '128GB 午夜色',
  imei: '490154203237518',
  barCode: 'HJ0000000001',
}

/** The phone once it was scanned in. */
export const received = (unit: RefundUnit = UNIT): RefundUnit => ({
  ...unit,
  received: {
    at: '2026-11-22T02:00:00.000Z',
    by: '林小满',
    code: unit.imei,
    isSamePhone: true,
    bagCode: '',
    isSameBag: true,
  },
})

/** A payment that a colleague asked for and that nobody has decided over. */
export const APPROVAL: RefundApproval = {
  ...emptyRow(refundApproval),
  approvalId: 'approval-1',
  action: 'agree',
  amountFen: 193_000,
  requestedBy: '周晓岚',
  requestedAt: '2026-11-22T02:00:00.000Z',
  decision: null,
}
