import { ORDER_STATES, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { DELIVERY_SYNC_LABELS } from '../../labels.ts'
import { orderDetail, orderRow } from './order.ts'

/** Columns that an order's list has on both channels. */
const DEADLINE = {
  title: '截止时间',
  kind: 'moment',
  value: 'deadlineAt',
  sort: { first: 'asc', in: WAITING_ORDER_STATES },
} as const

const STATE = { title: '状态', kind: 'state', labels: labelsOf(ORDER_STATES.states) } as const

const SHIPPED_AT = {
  title: '发货时间',
  kind: 'moment',
  hidden: true,
  sort: { first: 'desc', in: ['shipped'] },
} as const

const DEAL = {
  title: '成交价',
  kind: 'money',
  value: 'dealPriceFen',
  isSummed: true,
  sort: { first: 'desc' },
} as const

const COSTS = { hidden: true, askedWith: 'withCosts' } as const

const COST = { title: '成本价', kind: 'money', value: 'costPriceFen', isSummed: true, ...COSTS } as const

const MARGIN = { title: '赚', kind: 'money', value: 'marginFen', isSummed: true, ...COSTS } as const

const WAYBILL = { title: '物流', kind: 'text', value: ['carrierName', 'waybill'] } as const

const SYNC = { title: '闲鱼收到没有', kind: 'state', value: 'deliverySync', labels: DELIVERY_SYNC_LABELS } as const

/** 鱼市订单. */
export const orderColumns = defineColumns(orderRow, {
  orderNo: { title: '订单号', kind: 'code' },
  state: STATE,
  deadline: DEADLINE,
  goods: { title: '商品', kind: 'text', value: 'title' },
  imei: { title: 'IMEI / 台数', kind: 'code', countedIn: 'unitCount' },
  start: { title: '起拍价', kind: 'money', value: 'startPriceFen', hidden: true },
  deal: DEAL,
  cost: COST,
  margin: MARGIN,
  grade: { title: '成色', kind: 'grade' },
  buyer: { title: '买家', kind: 'text', value: 'buyerNick' },
  session: { title: '场次', kind: 'text', value: ['scheduleDate', 'scheduleNumber'] },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  orderedAt: { title: '下单时间', kind: 'moment', sort: { first: 'desc' } },
  paidAt: { title: '付款时间', kind: 'moment', hidden: true },
  shippedAt: SHIPPED_AT,
  waybill: WAYBILL,
  sync: SYNC,
  bagCode: { title: '封袋码', kind: 'code', hidden: true },
  remark: { title: '备注', kind: 'text', hidden: true },
})

/** 严选订单: by deadline, what is short comes first. */
export const curatedOrderColumns = defineColumns(orderRow, {
  orderNo: { title: '订单号', kind: 'code' },
  state: STATE,
  short: { title: '缺货', kind: 'flags', labels: { isShort: '缺货' } },
  deadline: DEADLINE,
  goods: { title: '商品', kind: 'text', value: 'title' },
  sku: { title: '规格', kind: 'text', value: 'skuText' },
  grade: { title: '成色', kind: 'grade' },
  picked: { title: '选手机', kind: 'count', value: ['pickedCount', 'unitCount'] },
  imei: { title: 'IMEI', kind: 'code', countedIn: 'unitCount' },
  deal: DEAL,
  cost: COST,
  margin: MARGIN,
  original: { title: '原价', kind: 'money', value: 'originalPriceFen', isSummed: true, hidden: true },
  freight: { title: '运费', kind: 'money', value: 'freightFen', isSummed: true, hidden: true },
  buyer: { title: '买家', kind: 'text', value: 'buyerNick' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  orderedAt: { title: '下单时间', kind: 'moment', sort: { first: 'desc' } },
  paidAt: { title: '付款时间', kind: 'moment', hidden: true },
  shippedAt: SHIPPED_AT,
  waybill: WAYBILL,
  sync: SYNC,
  bagCode: { title: '封袋码', kind: 'code', hidden: true },
  remark: { title: '备注', kind: 'text', hidden: true },
})

/** What the page says of the goods and of the way that the order went. */
export const orderFacts = defineColumns(orderDetail, {
  goods: { title: '商品', kind: 'text', value: 'title' },
  session: { title: '场次', kind: 'text', value: ['scheduleDate', 'scheduleNumber'] },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  unitCount: { title: '台数', kind: 'count' },
  orderedAt: { title: '下单时间', kind: 'moment' },
  paidAt: { title: '付款时间', kind: 'moment' },
  shippedAt: { title: '发货时间', kind: 'moment' },
  completedAt: { title: '完成时间', kind: 'moment' },
  closedAt: { title: '关闭时间', kind: 'moment' },
  closeReason: { title: '关闭原因', kind: 'text' },
  remark: { title: '备注', kind: 'text' },
})
