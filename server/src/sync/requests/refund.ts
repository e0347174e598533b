import { comesBack } from '@huanji/domain/refunds/kinds'
import { refundMoveText } from '@huanji/domain/refunds/words'
import { REFUND_STATES, type RefundAction } from '@huanji/domain/states/refund'
import { stateLabel } from '@huanji/domain/states/transition'
import type { RefuseImage, ReturnAddress as WireAddress } from '@huanji/marketplace/protocol/refunds'
import type { Tx } from '../../database/database.ts'
import { expressOf } from '../../integration/marketplace/express.ts'
import type { JobServices } from '../../jobs/job.ts'
import { recordHistory } from '../../modules/history/store.ts'
import { type RefundRequest, type ReturnAddress, refundRequest } from '../../modules/refund/request.ts'
import { type RefusalPicture, refusalPictures } from '../../modules/refund/snapshot-store.ts'
import { findRefund, lockRefund, type RefundRecord, touchRefund } from '../../modules/refund/store.ts'
import { findRequest } from '../../modules/request/store.ts'
import { publicAddress } from '../public-address.ts'
import { answerRequest, type OpenRequest, requestKind } from './kind.ts'

/** The request for a case. */
export const refundKey = (refundId: string) => ({ subject: 'refund', subjectId: refundId }) as const

/** What is asked of the marketplace for a case and not answered yet, or null. */
export async function openRefundRequest(tx: Tx, refundId: string): Promise<RefundRequest | null> {
  const request = await findRequest(tx, refundKey(refundId))
  return request?.state === 'pending' ? refundRequest.parse(request.desired) : null
}

/** A request for a case with all that telling the marketplace takes. */
interface OpenRefundRequest extends OpenRequest<RefundRequest> {
  readonly refund: RefundRecord
  readonly pictures: readonly RefusalPicture[]
}

/** The moves by which the marketplace would carry a request out. */
export function movesOf(content: RefundRequest, refund: Pick<RefundRecord, 'kind' | 'decidedPlan'>): RefundAction[] {
  switch (content.want) {
    case 'refund_agreed':
      if (content.state === 'awaiting_address') return ['confirmAddress']
      if (content.address !== null) return ['agreeReturn', 'confirmReturn']
      return comesBack(refund) ? ['agreeWithoutAddress'] : ['agreeRefund', 'agreeResend']
    case 'refund_refused':
      return ['refuse']
    case 'return_confirmed':
      return ['confirmReceipt', 'confirmExchange']
    case 'plan_taken':
      return content.plan === 'keep' ? ['confirmCompensation'] : ['confirmReturn', 'agreeWithoutAddress']
    case 'goods_resent':
      return ['resend']
  }
}

/** Why a request comes too late, by what was done with the case instead. */
const TOO_LATE: Readonly<Partial<Record<RefundAction, string>>> = {
  cancel: '买家已撤回售后',
  sendBack: '买家已寄回',
  missReturn: '买家超时未寄回，售后已关闭',
  appeal: '买家已申诉或重新申请',
  letAppealLapse: '买家超时未申诉，售后已关闭',
  refundAutomatically: '已超时，闲鱼自动退款给买家',
  agreeReturnAutomatically: '已超时，闲鱼自动同意退货',
  agreeResendAutomatically: '已超时，闲鱼自动同意补发',
  confirmAddressAutomatically: '已超时，闲鱼使用了默认退货地址',
  confirmExchangeAutomatically: '已超时，闲鱼视为已收货，等您补发',
  takeReturnAutomatically: '已超时，闲鱼按退货退款办',
  ruleRefund: '平台已判定退款',
  ruleClosed: '平台已判定不支持退款',
}

export const REPLACED = '买家已重新申请售后，请按新的申请处理'
export const AMOUNT_CHANGED = '买家已修改退款金额，请核对后重新处理'
const KIND_CHANGED = '买家已修改售后类型，请核对后重新处理'
const JUDGING = '平台已介入判定，请等待判定结果'

/** The amount that a request would pay as the case stands now; null for one that names none. */
function amountNow(content: RefundRequest, refund: RefundRecord): number | null {
  if (content.want === 'plan_taken') return content.plan === 'keep' ? refund.keepPlanFen : refund.returnPlanFen
  return refund.amountFen
}

/** Why a request cannot be carried out any more as the case stands now; null where it still can. */
export function obstacleTo(content: RefundRequest, refund: RefundRecord): string | null {
  if (refund.state !== content.state) {
    const label = stateLabel(REFUND_STATES, refund.state) ?? refund.state
    return `售后已变为“${label}”，请按现在的状态处理`
  }
  if (refund.verdict === 'judging') return JUDGING
  if ('kind' in content && content.kind !== refund.kind) return KIND_CHANGED
  const isChanged = 'amountFen' in content && content.amountFen !== amountNow(content, refund)
  return isChanged ? AMOUNT_CHANGED : null
}

const addressOf = ({ name, phone, province, city, district, detail }: ReturnAddress): WireAddress => ({
  name,
  mobile: phone,
  prov_name: province,
  city_name: city,
  // a city without districts stands for its own
  area_name: district === '' ? city : district,
  address: detail,
})

/** Our pictures as the marketplace takes them: by their public addresses. One that cannot be had is left out. */
function imagesOf(pictures: readonly RefusalPicture[], services: JobServices): RefuseImage[] {
  return pictures.flatMap(({ fullKey, width, height, sizeBytes }) =>
    fullKey === null || width === null || height === null || sizeBytes === null
      ? []
      : [{ src: publicAddress(fullKey, services), width, height, size: sizeBytes }],
  )
}

type Tell<Want extends RefundRequest['want']> = (
  services: JobServices,
  open: OpenRefundRequest,
  content: Extract<RefundRequest, { want: Want }>,
) => Promise<unknown>

/** The case, and the step of it, that was decided in. */
const meant = ({ refund: { orderNo, refundNo, state } }: OpenRefundRequest) => ({
  order_no: orderNo,
  refund_no: refundNo,
  refund_status: REFUND_STATES.states.find(({ code }) => code === state)?.wireCode ?? 0,
})

/** How each request is told (docs/open-platform.md §6, §8.3). An amount that the buyer has changed is refused there. */
const TELL: { readonly [Want in RefundRequest['want']]: Tell<Want> } = {
  refund_agreed: ({ marketplace }, open, { amountFen, address }) =>
    marketplace.agreeRefund(open.sellerId, {
      ...meant(open),
      refund_amount: amountFen,
      ...(address === null ? {} : { return_address: addressOf(address) }),
    }),
  refund_refused: (services, open, { reason, explanation }) =>
    services.marketplace.refuseRefund(open.sellerId, {
      ...meant(open),
      refuse_reason: reason,
      refuse_explain: explanation,
      refuse_images: imagesOf(open.pictures, services),
    }),
  return_confirmed: ({ marketplace }, open, { amountFen }) =>
    marketplace.agreeRefund(open.sellerId, { ...meant(open), refund_amount: amountFen }),
  plan_taken: ({ marketplace }, open, { plan }) =>
    marketplace.performAuctionAftersale(open.sellerId, {
      ...meant(open),
      service_type: plan === 'keep' ? 'onlyRefund' : 'refundAndReturn',
    }),
  goods_resent: ({ marketplace }, open, { carrierCode, waybill }) =>
    marketplace.resendGoods(open.sellerId, { ...meant(open), waybill_no: waybill, ...expressOf(carrierCode) }),
}

/** What the sentence of a refusal begins with. */
const REFUSED: Readonly<Record<RefundRequest['want'], string>> = {
  refund_agreed: '闲鱼拒绝了同意：',
  refund_refused: '闲鱼不接受拒绝：',
  return_confirmed: '闲鱼拒绝了确认收货：',
  plan_taken: '闲鱼拒绝了处理办法：',
  goods_resent: '闲鱼拒绝了补发：',
}

const FAILED: Readonly<Record<RefundRequest['want'], string>> = {
  refund_agreed: '同意售后未成功',
  refund_refused: '拒绝售后未成功',
  return_confirmed: '确认收货未成功',
  plan_taken: '处理办法没有提交成功',
  goods_resent: '提交补发未成功',
}

/**
 * What is asked for an after-sale case. It is told only while the order's case there is ours and stands in the state that was
 * decided in: what stands elsewhere was answered when it was taken over just before.
 */
export const refund = requestKind<RefundRequest, OpenRefundRequest>({
  subject: 'refund',
  schema: refundRequest,
  read: async (tx, open) => {
    const { content, request } = open
    const refund = await findRefund(tx, { refundId: request.subjectId })
    if (refund === null) return null
    const ids = content.want === 'refund_refused' ? content.photoIds : []
    return { ...open, refund, pictures: await refusalPictures(tx, refund.refundId, ids) }
  },
  look: (at, { sellerId, refund }) => at.refreshRefund(sellerId, refund.orderNo),
  tell: async ({ services }, open) => {
    const { content } = open
    // a case that the marketplace shows no more, since the order has a newer one, is not compared with what is asked
    const problem = obstacleTo(content, open.refund)
    if (problem !== null) return { problem }
    await (TELL[content.want] as Tell<RefundRequest['want']>)(services, open, content)
    return null
  },
  refusal: ({ content }, words) => `${REFUSED[content.want]}${words}`,
  hold: async (tx, { subjectId: refundId, desired }) => {
    const refund = await lockRefund(tx, { refundId })
    if (refund === null) return null
    return async ({ problem }, now) => {
      await touchRefund(tx, refundId, now)
      // what was done is a move of the case, which has its own line
      if (problem === null) return
      await recordHistory(tx, {
        subject: REFUND_STATES.name,
        subjectId: refundId,
        who: 'marketplace',
        action: 'requestRefused',
        actionLabel: FAILED[refundRequest.parse(desired).want],
        fromState: refund.state,
        toState: refund.state,
        note: problem,
        now,
      })
    }
  },
})

/**
 * Compares what is asked for a case with what became of it and writes the answer down, whoever brought the knowledge: our
 * own call, a message, or a poll. `course` are the moves that were just taken over; without an answer the request stands.
 */
export async function observeRefund(
  tx: Tx,
  record: RefundRecord,
  { course, instead }: { readonly course: readonly RefundAction[]; readonly instead: string | null },
  now: Date,
): Promise<void> {
  const request = await findRequest(tx, refundKey(record.refundId))
  if (request?.state !== 'pending') return
  const content = refundRequest.parse(request.desired)
  const [first] = course
  if (first !== undefined && movesOf(content, record).includes(first)) {
    return answerRequest(tx, refund, request, { problem: null }, now)
  }
  const happened =
    first === undefined ? null : (TOO_LATE[first] ?? `已在闲鱼上处理（${refundMoveText(first, record.kind)}）`)
  const problem = instead ?? happened ?? obstacleTo(content, record)
  if (problem !== null) await answerRequest(tx, refund, request, { problem }, now)
}
