import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { refundColumns } from '@huanji/contract/features/refund/rows'
import { CHANNELS } from '@huanji/domain/channel'
import { storedCode } from '@huanji/domain/codes/classify'
import { MERCHANT_STEPS } from '@huanji/domain/refunds/expiry'
import { refundStateText } from '@huanji/domain/refunds/words'
import type { AuditEntry } from '../../audit/entry.ts'
import { withPermittedSort } from '../../database/list-sort.ts'
import { refuse } from '../../errors/refusal.ts'
import { type CallContext, handlers, twoSteps } from '../../gateway/handler.ts'
import { requireVersionIfGiven } from '../history/edits.ts'
import { findResumed, signPhotoUpload } from '../inspection/photo/uploads.ts'
import { approvalsOf } from './approval-store.ts'
import { approve, decline } from './approvals.ts'
import { maySeeRefunds, requireVisible } from './channel-rules.ts'
import { giveUp, retry } from './decisions.ts'
import { presentEvidence, refundInDetail } from './detail.ts'
import { editRefund } from './edit-store.ts'
import { fetchEvidenceAgain } from './evidence.ts'
import { returnedGoodsOf } from './facts-store.ts'
import {
  countRefundOptions,
  countRefunds,
  findListedRefund,
  findRefundsByCode,
  listRefunds,
  type RefundFilter,
} from './list-store.ts'
import { refundPhotos } from './photo-store.ts'
import { caseTarget, prepareCasePhotos } from './photos.ts'
import { presentApproval, presentRefund, shownBeside, shownBesides } from './present.ts'
import { refusalFacts, refuseReasons, sortedReasons } from './reasons.ts'
import { agree, confirmReceipt, refuseClaim, takePlan } from './request-commands.ts'
import { factOf, holdRefund, noteRefund, type Requested, refundEntry } from './requesting.ts'
import { resend } from './resending.ts'
import { receive, recheck, sendBack } from './returning.ts'
import { editedRefund, findRefund } from './store.ts'
import { approverOf } from './waiting-store.ts'

async function list(context: CallContext, given: RefundFilter) {
  const { tx, actor } = context
  const filter = { ...given, approver: approverOf(actor) }
  const [page, counts, optionCounts] = await Promise.all([
    listRefunds(tx, filter),
    countRefunds(tx, filter),
    countRefundOptions(tx, filter),
  ])
  const besideOf = await shownBesides(tx, page.list)
  return {
    ...page,
    list: page.list.map((row) => presentRefund(row, besideOf(row.refundId), context)),
    counts,
    optionCounts,
  }
}

/** A case as it stands after a call changed it, with the approval that the call was about. */
async function changed(context: CallContext, refundId: string, approvalId: string | null = null) {
  const { tx } = context
  const row = (await findListedRefund(tx, refundId)) ?? refuse('NOT_FOUND')
  const approvals = approvalId === null ? [] : await approvalsOf(tx, refundId)
  const approval = approvals.find((one) => one.approvalId === approvalId)
  return {
    refund: presentRefund(row, await shownBeside(tx, row), context),
    approval: approval ? presentApproval(approval, context) : null,
  }
}

/** The same for what was asked of the marketplace or of a second person. */
function requested(context: CallContext, refundId: string, { entry, approvalId }: Requested) {
  context.audit(entry)
  return changed(context, refundId, approvalId)
}

function audited(context: CallContext, refundId: string, entry: AuditEntry | null) {
  context.audit(entry)
  return changed(context, refundId)
}

/** The calls of after-sale (docs/specification.md §7; docs/domain.md §7). */
const refundCalls = handlers(refund, {
  list: (context, given) => {
    // what waits for the merchant has a deadline in every state that it is in
    const tab = given.state ?? (given.awaitsMerchant ? MERCHANT_STEPS[0] : undefined)
    return list(context, withPermittedSort(refundColumns, given, tab, context.actor))
  },
  detail: (context, { refundId }) => refundInDetail(context, 'curated', refundId),
  auctionDetail: (context, { refundId }) => refundInDetail(context, 'auction', refundId),

  agree: async (context, input) => requested(context, input.refundId, await agree(context, input)),

  refuse: twoSteps({
    prepare: async (context, { refundId, uploadIds }) => {
      const reasons = await refuseReasons(context, refundId)
      return { reasons, photos: await prepareCasePhotos(context, refundId, uploadIds) }
    },
    commit: async (context, input, prepared) =>
      requested(context, input.refundId, await refuseClaim(context, input, prepared)),
  }),

  confirm: async (context, input) => requested(context, input.refundId, await confirmReceipt(context, input)),
  takePlan: async (context, input) => requested(context, input.refundId, await takePlan(context, input)),

  remark: async (context, input) => {
    const { tx, now } = context
    const { refundId, remark } = input
    const held = await holdRefund(context, refundId)
    await requireVersionIfGiven(context.tx, editedRefund(held.refund), input.version)
    const before = held.refund.remark
    if (before === remark) return audited(context, refundId, null)
    await editRefund(tx, refundId, { remark }, now)
    await noteRefund(context, held.refund, { action: 'remark', actionLabel: '备注', note: remark })
    return audited(context, refundId, refundEntry(held.refund, factOf('备注', before), { 备注: remark }))
  },
})

/** What is done with the parcels of a case here, and the second person's decision. */
const refundHandlingCalls = handlers(refundHandling, {
  refuseReasons: twoSteps({
    prepare: (context, { refundId }) => refuseReasons(context, refundId),
    commit: async ({ tx, actor }, { refundId }, reasons) => {
      const refund = requireVisible(await findRefund(tx, { refundId }), actor)
      return sortedReasons(reasons, await refusalFacts(tx, refund))
    },
  }),

  receive: async (context, input) => {
    const { entry, warning } = await receive(context, input)
    return { ...(await audited(context, input.refundId, entry)), warning }
  },

  recheck: twoSteps({
    prepare: (context, { refundId, uploadIds }) => prepareCasePhotos(context, refundId, uploadIds),
    commit: async (context, input, photos) => audited(context, input.refundId, await recheck(context, input, photos)),
  }),

  resend: async (context, input) => requested(context, input.refundId, await resend(context, input)),
  sendBack: async (context, input) => audited(context, input.refundId, await sendBack(context, input)),
  approve: async (context, input) => requested(context, input.refundId, await approve(context, input)),
  decline: async (context, input) => requested(context, input.refundId, await decline(context, input)),
  retry: (context, { refundId }) => retry(context, refundId),
  giveUp: (context, { refundId }) => giveUp(context, refundId),

  getUploadSign: twoSteps({
    prepare: (context, { refundId, ...wanted }) => findResumed(context, caseTarget(context.actor, refundId), wanted),
    commit: (context, { refundId, ...wanted }, resumed) =>
      signPhotoUpload(context, caseTarget(context.actor, refundId), wanted, resumed),
  }),

  fetchEvidence: async (context, { refundId }) => {
    const { tx, actor, now } = context
    requireVisible(await findRefund(tx, { refundId }), actor)
    await fetchEvidenceAgain(tx, refundId, now)
    return { evidence: presentEvidence(await refundPhotos(tx, refundId), context) }
  },

  open: async ({ tx, actor }, { code }) => {
    const wanted = storedCode(code)
    const channels = CHANNELS.filter((channel) => maySeeRefunds(actor, channel))
    const found = channels.length === 0 ? [] : await findRefundsByCode(tx, wanted, channels)
    const goodsOf = await returnedGoodsOf(tx, found)
    return {
      refunds: found.map(({ amountFen, ...one }) => {
        const goods = goodsOf.get(one.refundId)
        return { ...one, stateText: refundStateText({ ...one, amountFen, ...(goods && { goods }) }) }
      }),
    }
  },
})

/** Everything that is asked about after-sale. */
export const refundGroups = [refundCalls, refundHandlingCalls]
