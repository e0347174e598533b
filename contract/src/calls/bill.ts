import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { BILL_STATES } from '@huanji/domain/states/bill'
import * as z from 'zod'
import { read } from '../call.ts'
import { defineColumns, labelsOf, sortOf } from '../columns/define-columns.ts'
import { CHANNEL_LABELS } from '../labels.ts'
import {
  channel,
  countedBy,
  fen,
  id,
  listOf,
  moment,
  oneOrMany,
  optionCounts,
  paging,
  signedFen,
  stateCounts,
} from '../shapes.ts'

/** 待结算 · 结算中 · 已结算 · 已冻结 · 已解冻 · 已取消 */
export const billState = z.enum(['pending', 'settling', 'settled', 'frozen', 'unfrozen', 'cancelled'])
export const billDirection = z.enum(['in', 'out'])

export const billRow = z.strictObject({
  billId: id,
  billNo: z.string(),
  /** One of the bill types' keys; labels come from the data dictionary `billType`. */
  type: z.string(),
  direction: billDirection,
  state: billState,
  channel,
  orderId: id.nullable(),
  orderNo: z.string(),
  shopAccountId: id,
  shopName: z.string(),
  title: z.string(),
  imei: z.string(),
  dealPriceFen: fen.nullable(),
  amountFen: fen,
  /** What all rows of its order come to, those that were cancelled left out; null for a row without an order. */
  orderNetFen: signedFen.nullable(),
  /** What made the amount, as a person would write it. */
  formula: z.string(),
  occurredAt: moment,
  settledAt: moment.nullable(),
  remark: z.string(),
})

export const billColumns = defineColumns(billRow, {
  billNo: { title: '账单号', kind: 'code' },
  type: { title: '类型', kind: 'choice', labels: labelsOf(BILL_TYPES) },
  amount: { title: '金额', kind: 'money', value: 'amountFen', sort: { first: 'desc' } },
  formula: { title: '计算方式', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(BILL_STATES.states) },
  orderNo: { title: '订单号', kind: 'code' },
  title: { title: '商品', kind: 'text' },
  imei: { title: 'IMEI', kind: 'code' },
  deal: { title: '成交价', kind: 'money', value: 'dealPriceFen' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS },
  occurredAt: { title: '发生时间', kind: 'moment', sort: { first: 'desc' } },
  settledAt: { title: '结算时间', kind: 'moment' },
  remark: { title: '备注', kind: 'text' },
})

/** The calls of bills (docs/specification.md §7). */
export const bill = {
  list: read({
    path: '/api/bill/v1/list',
    title: '账单列表',
    input: z.strictObject({
      ...paging,
      channel: oneOrMany(channel).optional(),
      shopAccountId: oneOrMany(id).optional(),
      type: oneOrMany(z.string().max(40)).optional(),
      direction: oneOrMany(billDirection).optional(),
      state: billState.optional(),
      orderNo: z.string().trim().max(40).optional(),
      occurredFrom: moment.optional(),
      occurredTo: moment.optional(),
      ...countedBy(['channel', 'shopAccountId', 'type', 'direction']),
      sort: sortOf(billColumns).optional(),
    }),
    /** Totals are those of the filter, not of the page. */
    output: listOf(billRow).extend({
      totals: z.strictObject({ incomeFen: signedFen, expenseFen: signedFen, netFen: signedFen }),
      counts: stateCounts,
      ...optionCounts,
      sort: sortOf(billColumns).nullable(),
    }),
    ids: ['shopAccountId'],
    example: {},
  }),
} as const
