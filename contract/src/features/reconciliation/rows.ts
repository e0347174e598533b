import type { DifferenceKind } from '@huanji/domain/fees/reconcile'
import { BILL_FINDING_STATES } from '@huanji/domain/states/bill-finding'
import * as z from 'zod'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { CHANNEL_LABELS, codesOf } from '../../labels.ts'
import { channel, id, moment, signedFen, version } from '../../shapes.ts'
import { DIFFERENCE_LABELS, FINDING_WAY_LABELS } from './labels.ts'

const DIFFERENCE_KINDS = [
  'noBills',
  'billsWithoutOrder',
  'settlementDiffers',
  'formulaDiffers',
  'fileDiffers',
] as const satisfies readonly DifferenceKind[]

/** 订单没有账单 · 账单没有订单 · 与闲鱼结算不符 · 金额算不对 · 文件与账单不符 */
export const differenceKind = z.enum(DIFFERENCE_KINDS)

/** 待处理 · 先不处理 · 已对上 */
export const findingState = z.enum(['open', 'accepted', 'closed'])

/** The ways to settle a finding: 补这笔账 · 照结算单补上 · 向闲鱼再查一次 · 手工记一笔 · 知道了，先不处理 */
export const findingAction = z.enum(codesOf(FINDING_WAY_LABELS))

/** Something that differs. */
export const findingRow = z.strictObject({
  findingId: id,
  kind: differenceKind,
  state: findingState,
  /** An order number, or the number of a settlement or flow of a file. */
  subject: z.string(),
  orderId: id.nullable(),
  orderNo: z.string(),
  channel: channel.nullable(),
  shopName: z.string(),
  /** What the marketplace paid, lists or by its rates will pay. */
  theirsFen: signedFen,
  /** What is counted on here, by the rows or by the formula. */
  oursFen: signedFen,
  /** Theirs less ours: negative where money is missing. */
  surplusFen: signedFen,
  /** What bookings go by: what there should be, by the marketplace or by the formula. */
  expectedFen: signedFen,
  actualFen: signedFen,
  /** What is there, less what should be. */
  differenceFen: signedFen,
  detail: z.string(),
  /** What a person did about it last, why, and who it was; empty where nobody did anything. */
  decidedWay: findingAction.or(z.literal('')),
  note: z.string(),
  decidedBy: z.string(),
  /** What came of that since, in a sentence; empty where nothing is to be said. */
  outcome: z.string(),
  /** Since when the marketplace is being asked again; null where it is not. */
  askedAt: moment.nullable(),
  foundAt: moment,
  checkedAt: moment,
  version,
  allowedActions: z.array(findingAction),
})

export const findingColumns = defineColumns(findingRow, {
  kind: { title: '差异', kind: 'choice', labels: DIFFERENCE_LABELS },
  subject: { title: '订单/结算单', kind: 'code', value: 'subject' },
  theirs: { title: '闲鱼的数', kind: 'money', value: 'theirsFen' },
  ours: { title: '我们的数', kind: 'money', value: 'oursFen' },
  gap: { title: '差多少', kind: 'money', value: 'surplusFen' },
  detail: { title: '说明', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(BILL_FINDING_STATES.states) },
  note: { title: '怎么处理的', kind: 'text' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS, hidden: true },
  foundAt: { title: '发现时间', kind: 'moment' },
  checkedAt: { title: '核对时间', kind: 'moment', hidden: true },
})
