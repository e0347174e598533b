import { labelsOf } from '@huanji/contract/columns/define-columns'
import type { ExportKindKey } from '@huanji/contract/export-kinds'
import { BILL_DIRECTION_LABELS, CHANNEL_LABELS } from '@huanji/contract/labels'
import { findModel, modelTitle } from '@huanji/domain/catalogue/models'
import { dictionary } from '@huanji/domain/dictionary'
import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import { REFUND_REASONS } from '@huanji/domain/refunds/reasons'
import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { type StateTable, stateLabel } from '@huanji/domain/states/transition'
import { formatShanghai } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import type { ExportSource } from '../export-source/source.ts'
import { shopNames } from './store.ts'

type Worded = (value: string) => string

/** What a filter is called, and what its values are. */
interface FilterWord {
  readonly title: string
  readonly value?: Worded
}

const stateOf =
  (table: StateTable): Worded =>
  (code) =>
    stateLabel(table, code) ?? code
const labelled =
  (labels: Readonly<Record<string, string>>): Worded =>
  (code) =>
    labels[code] ?? code
const yesOrNo: Worded = (value) => (value === 'true' ? '是' : '否')
const moment: Worded = (at) => formatShanghai(at)

function modelName(id: string): string {
  const model = findModel(id)
  return model === null ? id : modelTitle(model)
}

/** What all lists have in common; the names of shops are looked up. */
const COMMON: Readonly<Record<string, FilterWord>> = dictionary({
  code: { title: '编码' },
  keyword: { title: '关键字' },
  modelId: { title: '机型', value: modelName },
  shopAccountId: { title: '店铺' },
  scheduleDate: { title: '场次日期' },
  updatedFrom: { title: '更新不早于', value: moment },
})

const ORDERS: Readonly<Record<string, FilterWord>> = dictionary({
  ...COMMON,
  state: { title: '状态', value: stateOf(ORDER_STATES) },
  isShort: { title: '缺货', value: yesOrNo },
  refused: { title: '闲鱼拒绝', value: labelled({ shipped: '发货', change_price: '改价', closed: '关闭' }) },
  orderedFrom: { title: '下单不早于', value: moment },
  orderedTo: { title: '下单不晚于', value: moment },
  paidFrom: { title: '付款不早于', value: moment },
  paidTo: { title: '付款不晚于', value: moment },
})

const WORDS: Readonly<Record<ExportKindKey, Readonly<Record<string, FilterWord>>>> = {
  listings: {
    ...COMMON,
    state: { title: '状态', value: stateOf(LISTING_STATES) },
    kind: { title: '类型', value: labelled({ single: '单台', stock: '多台一起卖' }) },
    channel: { title: '渠道', value: labelled(CHANNEL_LABELS) },
    entryState: { title: '竞拍', value: stateOf(AUCTION_ENTRY_STATES) },
    grade: { title: '成色', value: labelled(GRADE_LABELS) },
    refused: { title: '闲鱼拒绝了修改', value: yesOrNo },
  },
  'auction-orders': ORDERS,
  'curated-orders': ORDERS,
  bills: {
    ...COMMON,
    type: { title: '类型', value: labelled(Object.fromEntries(BILL_TYPES.map(({ code, label }) => [code, label]))) },
    direction: { title: '收支', value: labelled(BILL_DIRECTION_LABELS) },
    channel: { title: '渠道', value: labelled(CHANNEL_LABELS) },
    state: { title: '状态', value: stateOf(BILL_STATES) },
    orderNo: { title: '订单号' },
    refundNo: { title: '售后单号' },
    occurredFrom: { title: '发生时间从', value: moment },
    occurredTo: { title: '发生时间到', value: moment },
  },
  'bill-months': { ...COMMON, month: { title: '月份' } },
  refunds: {
    ...COMMON,
    state: { title: '状态', value: stateOf(REFUND_STATES) },
    channel: { title: '渠道', value: labelled(CHANNEL_LABELS) },
    kind: { title: '类型', value: labelled(labelsOf(REFUND_KINDS)) },
    reasonCode: { title: '原因', value: labelled(labelsOf(REFUND_REASONS)) },
    awaitsMerchant: { title: '等您处理', value: yesOrNo },
    awaitsApproval: { title: '待批准', value: yesOrNo },
    approvable: { title: '待我批准', value: yesOrNo },
    notReceived: { title: '退货未签收', value: yesOrNo },
    refused: { title: '闲鱼拒绝了处理', value: yesOrNo },
    openedFrom: { title: '申请不早于', value: moment },
    openedTo: { title: '申请不晚于', value: moment },
  },
}

/** The filters of a kind that nobody has a word for. */
export const wordless = (kind: ExportKindKey, names: readonly string[]): string[] =>
  names.filter((name) => name !== 'sort' && WORDS[kind][name] === undefined)

const TEXT_MAX = 500

/** A filter in words, such as `状态：待发货；店铺：一号店`, with the order of the rows; empty for all of them. */
export async function filterWords(
  tx: Tx,
  { kind, columns }: ExportSource,
  filter: Readonly<Record<string, unknown>>,
): Promise<string> {
  const said: string[] = []
  for (const [name, value] of Object.entries(filter)) {
    const values = (Array.isArray(value) ? value : [value]).map(String).filter((one) => one !== '')
    if (value === undefined || values.length === 0) continue
    if (name === 'sort') {
      const [key = '', direction] = values[0]?.split('.') ?? []
      said.push(`按${columns[key]?.title ?? key}${direction === 'asc' ? '升序' : '降序'}`)
      continue
    }
    const word = WORDS[kind][name] ?? { title: name }
    const words = name === 'shopAccountId' ? await shopNames(tx, values) : values.map((one) => word.value?.(one) ?? one)
    said.push(`${word.title}：${words.join('、')}`)
  }
  return said.join('；').slice(0, TEXT_MAX)
}
