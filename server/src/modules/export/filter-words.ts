import type { ExportKindKey } from '@huanji/contract/export-kinds'
import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { findModel, modelTitle } from '@huanji/domain/catalogue/models'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { ORDER_STATES } from '@huanji/domain/states/order'
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
const COMMON: Readonly<Record<string, FilterWord>> = {
  code: { title: '编码' },
  keyword: { title: '关键词' },
  modelId: { title: '机型', value: modelName },
  shopAccountId: { title: '店铺' },
  scheduleDate: { title: '场次日期' },
}

const ORDERS: Readonly<Record<string, FilterWord>> = {
  ...COMMON,
  state: { title: '状态', value: stateOf(ORDER_STATES) },
  isShort: { title: '缺货', value: yesOrNo },
  orderedFrom: { title: '下单不早于', value: moment },
  orderedTo: { title: '下单不晚于', value: moment },
}

const WORDS: Readonly<Record<ExportKindKey, Readonly<Record<string, FilterWord>>>> = {
  listings: {
    ...COMMON,
    state: { title: '状态', value: stateOf(LISTING_STATES) },
    kind: { title: '类型', value: labelled({ single: '单台', stock: '多库存' }) },
    channel: { title: '渠道', value: labelled(CHANNEL_LABELS) },
    entryState: { title: '竞拍', value: stateOf(AUCTION_ENTRY_STATES) },
    grade: { title: '成色', value: labelled(GRADE_LABELS) },
  },
  'auction-orders': ORDERS,
  'curated-orders': ORDERS,
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
