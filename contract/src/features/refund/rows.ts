import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import * as z from 'zod'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { withRight } from '../../columns/field-rights.ts'
import type { RefusalCode } from '../../errors.ts'
import { CHANNEL_LABELS, codesOf } from '../../labels.ts'
import {
  answers,
  channel,
  fen,
  grade,
  historyLine,
  id,
  moment,
  photoView,
  requestView,
  unitNames,
  version,
} from '../../shapes.ts'
import { GOODS_STATUS_LABELS, PLAN_LABELS, VERDICT_LABELS } from './labels.ts'

/** What the calls of after-sale share: their rows, their own page, and what they are refused for (docs/domain.md §7). */

/** 1 等您处理 · 2 等买家寄回 · 3 等您收货 · 4 已关闭 · 5 已完成 · 6 已拒绝 · 7 等您补发 · 8 等您填地址 */
export const refundState = z.enum([
  'awaiting_merchant',
  'awaiting_return',
  'awaiting_receipt',
  'closed',
  'succeeded',
  'refused',
  'awaiting_resend',
  'awaiting_address',
])

/** The states in which a step runs. */
export const OPEN_REFUND_STATES = [
  'awaiting_merchant',
  'awaiting_return',
  'awaiting_receipt',
  'refused',
  'awaiting_resend',
  'awaiting_address',
] as const satisfies readonly z.output<typeof refundState>[]

/** 仅退款 · 退货退款 · 换货 · 补差 · 补发/维修 */
export const refundKind = z.enum(['refundOnly', 'returnAndRefund', 'exchange', 'priceDifference', 'resend'])
export const goodsStatus = z.enum(codesOf(GOODS_STATUS_LABELS))
export const verdictStatus = z.enum(codesOf(VERDICT_LABELS))
export const verdictPlan = z.enum(codesOf(PLAN_LABELS))

/** 与原报告一致 · 新增损伤 · IMEI不符 · 配件缺失 · 账号未退出 */
export const recheckOutcome = z.enum(['asSold', 'newDamage', 'otherPhone', 'partsMissing', 'accountLocked'])

/**
 * What can be done with a case: 同意 · 拒绝 · 确认收货 · 选处理办法 · 补发 · 退货签收 · 退货复检 · 寄回买家 · 批准 ·
 * 不批准 · 重新提交 · 保持原样 · 备注.
 */
export const refundAction = z.enum([
  'agree',
  'refuse',
  'confirm',
  'takePlan',
  'resend',
  'receive',
  'recheck',
  'sendBack',
  'approve',
  'decline',
  'takeBack',
  'retry',
  'giveUp',
  'remark',
])

/** No case has it: the id in the examples. */
export const NO_REFUND = '01890000-0000-7000-8000-000000000000'

/** Whose turn it is, and what the end of the step by the clock brings; null once the case is over. */
const expiry = z.strictObject({
  turn: z.enum(['merchant', 'buyer', 'marketplace']),
  /** For a person to read before it happens. */
  words: z.string(),
})

/** A payment that waits for a second person, or that one decided over. */
export const refundApproval = z.strictObject({
  approvalId: id,
  action: z.enum(['agree', 'confirm', 'takePlan']),
  /** The plan of the market that it takes; null for anything else. */
  plan: verdictPlan.nullable(),
  /** The caller asked for it, and may take it back. */
  isOwn: z.boolean(),
  amountFen: withRight('field:orderMoney', fen),
  requestedBy: z.string(),
  requestedAt: moment,
  requestNote: z.string(),
  decision: z.enum(['approved', 'declined', 'withdrawn']).nullable(),
  decidedBy: z.string(),
  decidedAt: moment.nullable(),
  decisionNote: z.string(),
})

/** A case as the list shows it. */
export const refundRow = z.strictObject({
  refundId: id,
  refundNo: z.string(),
  channel,
  orderId: id,
  orderNo: z.string(),
  shopAccountId: id,
  shopName: z.string(),
  kind: refundKind,
  state: refundState,
  /** The state in words, by the kind of the case: an exchange that has ended is 换货完成. */
  stateText: z.string(),
  goodsStatus,
  verdict: verdictStatus.nullable(),
  reasonCode: z.string(),
  /** Both levels as the marketplace names them; the second is empty where it gives none. */
  reason: z.string(),
  reasonDetail: z.string(),
  /** What is at stake, and once it has ended what was paid. */
  amountFen: withRight('field:orderMoney', fen),
  /** What the buyer gets of it, or got; null for an exchange or a resending, which pay nothing. */
  paysFen: withRight('field:orderMoney', fen.nullable()),
  title: z.string(),
  coverUrl: z.string().nullable(),
  modelId: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  imei: z.string(),
  barCode: z.string(),
  buyerNick: z.string(),
  /** The parcel that comes back. */
  returnCarrierName: z.string(),
  returnWaybill: z.string(),
  /** When the last of its phones was scanned in, and when the last was re-checked; null before. */
  receivedAt: moment.nullable(),
  recheckedAt: moment.nullable(),
  /** The case of the same order before this one, and which of them this is, from 2 on; null for the first. */
  earlier: z.strictObject({ ordinal: z.int(), refundId: id, refundNo: z.string(), text: z.string() }).nullable(),
  /** How many cases the buyer has opened, this one included, by the buyer's number or else nickname; 0 where neither is known. */
  buyerCaseCount: z.int(),
  openedAt: moment,
  /** By the marketplace's clock; null where nothing runs out. */
  deadlineAt: moment.nullable(),
  endedAt: moment.nullable(),
  expiry: expiry.nullable(),
  /** A payment above the limit of whoever asked for it, which a second person has to agree to. */
  awaitsApproval: z.boolean(),
  desired: requestView.nullable(),
  remark: z.string(),
  allowedActions: z.array(refundAction),
  updatedAt: moment,
  version,
})

/** An item of the report whose answer is another one than when it was sold; `sold` and `now` as a person reads them. */
const difference = z.strictObject({
  itemCode: z.string(),
  itemName: z.string(),
  sold: z.string(),
  now: z.string(),
  /** The defect is a new one: the answer now is worse. */
  isWorse: z.boolean(),
})

/** A phone of the order: as it was sold, and as it came back. */
export const refundUnit = z.strictObject({
  ...unitNames,
  /** The report it was sold on. */
  inspectionId: id,
  inspectionNo: z.string(),
  channel,
  templateId: z.string(),
  templateVersion: z.string(),
  soldAnswers: answers,
  soldPhotos: z.array(photoView),
  /** The bag it left in; null where none was used. */
  soldBagCode: z.string().nullable(),
  received: z
    .strictObject({
      at: moment,
      by: z.string(),
      /** As it was scanned. */
      code: z.string(),
      isSamePhone: z.boolean(),
      bagCode: z.string(),
      isSameBag: z.boolean(),
    })
    .nullable(),
  recheck: z
    .strictObject({
      at: moment,
      by: z.string(),
      outcomes: z.array(recheckOutcome),
      answers,
      differences: z.array(difference),
      note: z.string(),
    })
    .nullable(),
  /** In stock again under this bar code; null while it is not. */
  newUnit: z.strictObject({ unitId: id, barCode: z.string() }).nullable(),
})

/** A picture of the case. `photo` is null while the buyer's picture was not fetched; `problem` says why. */
export const refundPicture = z.strictObject({
  pictureId: id,
  photo: photoView.nullable(),
  problem: z.string(),
})

const parcel = z.strictObject({ carrierCode: z.string(), carrierName: z.string(), waybill: z.string() })

/** A case as its own page shows it. */
export const refundDetail = refundRow.extend({
  orderState: z.string(),
  orderAmountFen: withRight('field:orderMoney', fen),
  description: z.string(),
  /** By whose fault the phone comes back; that side bears the freight (docs/domain.md §7.6). */
  fault: z.enum(['seller', 'buyer', 'carrier']),
  refuseReason: z.string(),
  refuseExplanation: z.string(),
  returnCarrierCode: z.string(),
  /** The phone or part that goes out again, and the refused phone on its way back to the buyer; null where there is none. */
  resendParcel: parcel.nullable(),
  refusedParcel: parcel.nullable(),
  /** What each plan of a verdict on the auction market pays, null for one that is not offered, and the one that was taken; null where there are none. */
  plans: withRight(
    'field:orderMoney',
    z.strictObject({ keepFen: fen.nullable(), returnFen: fen.nullable(), decided: verdictPlan.nullable() }),
  ),
  evidence: z.array(refundPicture),
  refusalPhotos: z.array(photoView),
  recheckPhotos: z.array(photoView),
  /** The phones that it is about: of a lot the one that the buyer named, else all of the order. */
  units: z.array(refundUnit),
  /** How many phones the order left with. */
  orderUnitCount: z.int(),
  approvals: z.array(refundApproval),
  /** What the caller may pay without a second person, in fen; null is without a limit. */
  ownLimitFen: fen.nullable(),
  history: z.array(historyLine),
})

/** A case after a call changed it. With `approval` nothing was asked of the marketplace yet: a second person has to agree. */
export const changedRefund = z.strictObject({ refund: refundRow, approval: refundApproval.nullable() })

export const named = { refundId: id, version: version.optional() }

/** What may stand in the way of anything that is asked for a case. */
export const ASKING_REFUSALS = [
  'NOT_FOUND',
  'VERSION_CONFLICT',
  'STATE_CHANGED',
] as const satisfies readonly RefusalCode[]

/** 售后. */
export const refundColumns = defineColumns(refundRow, {
  refundNo: { title: '售后单号', kind: 'code' },
  state: { title: '状态', kind: 'text', value: 'stateText' },
  deadline: {
    title: '处理时限',
    kind: 'moment',
    value: 'deadlineAt',
    sort: { first: 'asc', in: OPEN_REFUND_STATES },
  },
  kind: { title: '类型', kind: 'choice', labels: labelsOf(REFUND_KINDS) },
  amount: { title: '退款金额', kind: 'money', value: 'paysFen', isSummed: true, sort: { first: 'desc' } },
  goods: { title: '商品', kind: 'text', value: 'title' },
  reason: { title: '原因', kind: 'text', value: ['reason', 'reasonDetail'] },
  grade: { title: '成色', kind: 'grade' },
  imei: { title: 'IMEI', kind: 'code' },
  orderNo: { title: '订单号', kind: 'code' },
  buyer: { title: '买家', kind: 'text', value: 'buyerNick' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  returnWaybill: { title: '退货物流', kind: 'text', value: ['returnCarrierName', 'returnWaybill'] },
  openedAt: { title: '申请时间', kind: 'moment', sort: { first: 'desc' } },
  endedAt: { title: '结束时间', kind: 'moment', hidden: true },
  remark: { title: '备注', kind: 'text', hidden: true },
})
