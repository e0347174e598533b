import type { FieldRight } from '@huanji/contract/columns/field-rights'
import { dictionary } from '@huanji/domain/dictionary'
import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import type { Actor } from '../platform/actor.ts'
import { mayRead } from '../platform/field-rights.ts'
import type { AuditFacts } from './entry.ts'

/**
 * What each fact of the log that tells of money needs to be read, by what the fact is called; null where whoever reads
 * the log may read it, as the field of a list that it stands for needs no right either. A fact whose name begins with one
 * of these and a space, such as the price of one SKU, is as open as that one.
 */
const MONEY_FACTS: Readonly<Record<string, FieldRight | null>> = dictionary({
  成本价: 'field:costPrice',
  保底价: 'field:reservePrice',
  起拍价: null,
  售价: null,
  // a share of the first price, and how far it goes down: no amount
  最低价: null,
  每次降价: null,
  退款额度: null,
  商品价: 'field:orderMoney',
  买家应付: 'field:orderMoney',
  买家实付: 'field:orderMoney',
  退款金额: 'field:orderMoney',
  到手: 'field:orderMoney',
  差额: 'field:orderMoney',
  ...Object.fromEntries(BILL_TYPES.map(({ label }) => [label, 'field:orderMoney' as const])),
})

/** What people type, and what is counted or named: an amount in it is no figure of ours. */
const NO_MONEY_FACTS: ReadonlySet<string> = new Set([
  ...['商品', '描述', '图片', '台数', '店铺', '场次', '操作', '状态', '申请', '原因', '备注', '结算单', '权限'],
  ...['名称', '行数', '差异', '岗位模板', '自动重新上架', '最多次数', '理由'],
  ...[
    '审批',
    '申请人',
    '批准意见',
    '说明',
    '照片数',
    '方案',
    '退货地址',
    '签收手机',
    '签收差异',
    '复检手机',
    '补发手机',
  ],
  ...['每分钟上限', 'IP限制', '到期时间', '更换自', '旧密钥'],
  ...['接收地址', '消息类型', '密钥'],
  ...['复检', '复检手机', '复检结论', '补发手机', '快递公司', '运单号', '处理办法'],
  ...['售出的手机', '扫到的手机', '扫到的封袋', '手机不同', '封袋不同'],
])

const FIGURE = /¥\s*\d/

/** Any of them for what nobody has decided upon yet. */
const EVERY_RIGHT: readonly FieldRight[] = ['field:costPrice', 'field:reservePrice', 'field:orderMoney']

const nameOf = (label: string): string => (label in MONEY_FACTS ? label : (label.split(' ')[0] ?? label))

/** Whether it is decided who reads a fact of this name. */
export const isDecidedFact = (label: string): boolean =>
  nameOf(label) in MONEY_FACTS || NO_MONEY_FACTS.has(nameOf(label))

function rightsFor(label: string, value: string): readonly FieldRight[] {
  const right = MONEY_FACTS[nameOf(label)]
  if (right !== undefined) return right === null ? [] : [right]
  return isDecidedFact(label) || !FIGURE.test(value) ? [] : EVERY_RIGHT
}

const HIDDEN = '无权查看'
/** Beside the other, so that it is still seen that something changed. */
const HIDDEN_CHANGE = '无权查看（已修改）'

type Reader = Pick<Actor, 'grants' | 'isOwner'>

interface Sides {
  readonly before: AuditFacts | null
  readonly after: AuditFacts | null
}

/** An entry's two sides as a reader is shown them: that a figure changed, and no figure that no list shows them. */
export function factsFor(reader: Reader, { before, after }: Sides): Sides {
  const isOpen = (label: string, value: string) => rightsFor(label, value).every((right) => mayRead(reader, right))
  const shown = (facts: AuditFacts | null, hidden: (label: string) => string): AuditFacts | null =>
    facts &&
    Object.fromEntries(
      Object.entries(facts).map(([label, value]) => [label, isOpen(label, value) ? value : hidden(label)]),
    )
  const isChanged = (label: string) => before?.[label] !== undefined && before[label] !== after?.[label]
  return {
    before: shown(before, () => HIDDEN),
    after: shown(after, (label) => (isChanged(label) ? HIDDEN_CHANGE : HIDDEN)),
  }
}
