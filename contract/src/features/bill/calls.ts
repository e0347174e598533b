import * as z from 'zod'
import { read } from '../../call.ts'
import { sortOf } from '../../columns/define-columns.ts'
import {
  changedSince,
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
} from '../../shapes.ts'
import {
  accountFlowRow,
  accountFlowType,
  billColumns,
  billDirection,
  billedOrderRow,
  billMonthRow,
  billRow,
  billState,
  billType,
} from './rows.ts'

/** What rows come to, in fen. The first three are of what earns or costs something. */
const billTotals = z.strictObject({
  incomeFen: signedFen,
  expenseFen: signedFen,
  netFen: signedFen,
  /** 充值 less 提现. */
  movedFen: signedFen,
  /** Awaited rows that a case holds back, and what is frozen on the account. */
  frozenFen: signedFen,
})

const orderNo = z.string().trim().max(40).optional()

const refundNo = z.string().trim().max(40).optional()

/** The calls of bills (docs/specification.md §7). */
export const bill = {
  list: read({
    path: '/api/bill/v1/list',
    title: '账单列表',
    live: ['bill'],
    input: z.strictObject({
      ...paging,
      channel: oneOrMany(channel).optional(),
      shopAccountId: oneOrMany(id).optional(),
      type: oneOrMany(billType).optional(),
      direction: oneOrMany(billDirection).optional(),
      state: billState.optional(),
      orderNo,
      refundNo,
      occurredFrom: moment.optional(),
      occurredTo: moment.optional(),
      ...changedSince,
      ...countedBy(['channel', 'shopAccountId', 'type', 'direction']),
      sort: sortOf(billColumns).optional(),
      /** The sums take every row that the filter finds, and are the same on each of its pages: null without it. */
      withTotals: z.boolean().optional(),
    }),
    /** Totals are those of the filter, not of the page. */
    output: listOf(billRow).extend({
      totals: billTotals.nullable(),
      counts: stateCounts,
      ...optionCounts,
      sort: sortOf(billColumns).nullable(),
    }),
    ids: ['shopAccountId'],
    example: {},
  }),
} as const

const MAY_READ = { anyOf: [bill.list.path] }

/** 月结单: a month by shop and type. */
export const billMonth = {
  list: read({
    path: '/api/ext/bill/months',
    title: '月结单',
    live: ['bill'],
    access: MAY_READ,
    /** By the day on which the money moved, in Shanghai. All of it is on the first page. */
    input: z.strictObject({
      ...paging,
      month: z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, '月份不正确，请重新选择'),
      shopAccountId: oneOrMany(id).optional(),
    }),
    output: listOf(billMonthRow),
    ids: ['shopAccountId'],
    example: { month: '2026-11' },
  }),
} as const

/** Beyond the specification: the same money by order, and the account that it moved on. */
export const billDetail = {
  orders: read({
    path: '/api/ext/bill/orders',
    title: '账单按订单',
    live: ['order', 'bill'],
    access: MAY_READ,
    /** Orders that have bills, newest first. `refundNo` finds those whose money such a case moved. */
    input: z.strictObject({
      ...paging,
      channel: oneOrMany(channel).optional(),
      shopAccountId: id.optional(),
      orderNo,
      refundNo,
      orderedFrom: moment.optional(),
      orderedTo: moment.optional(),
    }),
    output: listOf(billedOrderRow),
    ids: ['shopAccountId'],
    example: {},
  }),
  flows: read({
    path: '/api/ext/bill/flows',
    title: '资金流水',
    live: ['bill'],
    access: MAY_READ,
    input: z.strictObject({
      ...paging,
      type: oneOrMany(accountFlowType).optional(),
      shopAccountId: oneOrMany(id).optional(),
      orderNo,
      occurredFrom: moment.optional(),
      occurredTo: moment.optional(),
    }),
    /** `accounts`: how each shop's account stands by the last movement that was told. */
    output: listOf(accountFlowRow).extend({
      accounts: z.array(
        z.strictObject({
          shopAccountId: id,
          shopName: z.string(),
          balanceFen: signedFen,
          frozenFen: fen,
          at: moment,
        }),
      ),
    }),
    ids: ['shopAccountId'],
    example: {},
  }),
} as const
