import { FLOW_LABELS } from '@huanji/domain/fees/account-flows'
import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { BILL_DIRECTION_LABELS, CHANNEL_LABELS } from '../../labels.ts'
import { accountFlowRow, billedOrderRow, billMonthRow, billRow } from './rows.ts'

export const billColumns = defineColumns(billRow, {
  billNo: { title: '账单号', kind: 'code' },
  type: { title: '类型', kind: 'choice', labels: labelsOf(BILL_TYPES) },
  direction: { title: '收还是支', kind: 'choice', labels: BILL_DIRECTION_LABELS, hidden: true },
  /** In order by its size, whichever way it goes. */
  amount: { title: '金额', kind: 'money', value: 'signedFen', isSummed: true, sort: { first: 'desc' } },
  counted: { title: '算进到手', kind: 'money', value: 'countedFen', isSummed: true, hidden: true },
  formula: { title: '怎么算的', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(BILL_STATES.states) },
  orderNo: { title: '订单号', kind: 'code' },
  refundNo: { title: '售后单号', kind: 'code', hidden: true },
  title: { title: '商品', kind: 'text' },
  imei: { title: 'IMEI', kind: 'code' },
  deal: { title: '成交价', kind: 'money', value: 'dealPriceFen' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS },
  occurredAt: { title: '发生时间', kind: 'moment', sort: { first: 'desc' } },
  settledAt: { title: '结算时间', kind: 'moment' },
  remark: { title: '备注', kind: 'text' },
})

export const billedOrderColumns = defineColumns(billedOrderRow, {
  orderNo: { title: '订单号', kind: 'code' },
  progress: { title: '结算', kind: 'state', labels: { pending: '待结算', frozen: '冻结中', settled: '已结算' } },
  net: { title: '到手', kind: 'money', value: 'netFen' },
  equation: { title: '算式', kind: 'text' },
  deal: { title: '成交价', kind: 'money', value: 'dealPriceFen', hidden: true },
  title: { title: '商品', kind: 'text' },
  frozen: { title: '冻结中', kind: 'money', value: 'frozenFen', hidden: true },
  imei: { title: 'IMEI', kind: 'code', hidden: true },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS },
  orderedAt: { title: '下单时间', kind: 'moment' },
  completedAt: { title: '完成时间', kind: 'moment', hidden: true },
})

export const accountFlowColumns = defineColumns(accountFlowRow, {
  flowNo: { title: '流水号', kind: 'code' },
  type: { title: '类型', kind: 'choice', labels: FLOW_LABELS },
  settledFor: { title: '结算了什么', kind: 'text', value: 'settledFor', hidden: true },
  amount: { title: '发生金额', kind: 'money', value: 'amountFen' },
  balance: { title: '发生后余额', kind: 'money', value: 'balanceAfterFen' },
  frozen: { title: '其中冻结', kind: 'money', value: 'frozenAfterFen' },
  orderNo: { title: '订单号', kind: 'code' },
  refundNo: { title: '售后单号', kind: 'code', hidden: true },
  settlementNo: { title: '结算单号', kind: 'code' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  remark: { title: '备注', kind: 'text' },
  occurredAt: { title: '发生时间', kind: 'moment' },
})

/** Its lines have sums of their own, which a column's sum would count twice. */
export const billMonthColumns = defineColumns(billMonthRow, {
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  part: { title: '类型', kind: 'choice', labels: { ...labelsOf(BILL_TYPES), shop: '小计', all: '合计' } },
  bills: { title: '笔数', kind: 'count', value: 'billCount' },
  income: { title: '收入', kind: 'money', value: 'incomeFen' },
  expense: { title: '支出', kind: 'money', value: 'expenseFen' },
  net: { title: '到手', kind: 'money', value: 'netFen' },
  awaited: { title: '其中还没结算', kind: 'money', value: 'awaitedFen' },
  moved: { title: '充值减提现', kind: 'money', value: 'movedFen' },
})
