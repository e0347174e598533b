import { formatFen } from '@huanji/domain/money'
import { ageOf, type KnownRefund, refundCourse } from '@huanji/domain/refunds/course'
import { refundKind } from '@huanji/domain/refunds/kinds'
import { REFUND_STATES, type RefundAction, type RefundState } from '@huanji/domain/states/refund'
import type { Tx } from '../database/database.ts'
import { type Mover, recordHistory } from '../modules/history/store.ts'
import { raiseNotice } from '../modules/notice/raise.ts'
import type { OrderAuditEvent } from '../modules/order/audit-entries.ts'
import { withdrawApprovals } from '../modules/refund/approval-store.ts'
import { refundAuditEventOf } from '../modules/refund/audit-entries.ts'
import { wakeEvidence } from '../modules/refund/evidence-job.ts'
import { addEvidence, type RefundFacts, refundFacts, setRefundFacts } from '../modules/refund/snapshot-store.ts'
import { stockIn } from '../modules/refund/stock-in.ts'
import { lockRefund, moveRefund, type RefundRecord } from '../modules/refund/store.ts'
import { requesterOf } from '../modules/request/store.ts'
import type { SnapshotOutcome } from './auction-entry.ts'
import { type ToldRefund, withKnownPlans } from './refund-facts.ts'
import { movesOf, observeRefund, openRefundRequest, refundKey } from './requests/refund.ts'

const MOVERS: ReadonlyMap<RefundAction, 'buyer' | 'marketplace' | 'merchant'> = new Map(
  REFUND_STATES.moves.map(({ action, who }) => [
    action,
    who === 'buyer' || who === 'marketplace' ? who : ('merchant' as const),
  ]),
)

/** Where the marketplace says that a case stands, and no move leads to from where it stands here. */
export interface Unreached {
  readonly refundNo: string
  readonly here: RefundState
  readonly there: RefundState
  /** When the marketplace changed it last, as ISO 8601. */
  readonly changedAt: string
}

/** Whether a report of a case was taken over, or why not. */
export type CaseOutcome = SnapshotOutcome | 'unreached'

/** What the taking over of an order's cases writes with. */
export interface Taking {
  readonly tx: Tx
  readonly now: Date
  /** What the audit log gets when everything else is written. */
  readonly events: OrderAuditEvent[]
  /** Reports that no move leads to, for the log. */
  readonly unreached: Unreached[]
}

/** Moves a case along its course; whoever of our people asked for the first move has made it. */
export async function goAlong(
  { tx, now, events }: Taking,
  mine: RefundRecord,
  facts: Pick<RefundFacts, 'kind' | 'decidedPlan' | 'amountFen'>,
  course: readonly RefundAction[],
): Promise<void> {
  const request = course.length === 0 ? null : await openRefundRequest(tx, mine.refundId)
  const ours = request === null ? [] : movesOf(request, facts)
  let from = mine.state
  for (const [index, action] of course.entries()) {
    const isOurs = index === 0 && ours.includes(action)
    const requester = isOurs ? await requesterOf(tx, refundKey(mine.refundId)) : null
    const mover = MOVERS.get(action)
    const who: Mover = requester ?? (mover === 'buyer' ? 'buyer' : 'marketplace')
    const note = mover === 'merchant' && !isOurs ? '在闲鱼上处理' : ''
    const to = await moveRefund(tx, mine.refundId, action, { kind: facts.kind, who, now, note })
    const event = isOurs ? null : refundAuditEventOf({ ...mine, ...facts }, { action, from, to })
    if (event) events.push(event)
    from = to
  }
}

const isSame = (a: RefundFacts, b: RefundFacts): boolean =>
  (Object.keys(b) as (keyof RefundFacts)[]).every((name) => a[name] === b[name])

/** What the buyer and the marketplace did to a case without moving it, for its history; amounts have no place in it. */
async function noteChanges(
  { tx, now }: Taking,
  { refundId, state }: RefundRecord,
  before: RefundFacts,
  after: RefundFacts,
): Promise<void> {
  const line = { subject: REFUND_STATES.name, subjectId: refundId, fromState: state, toState: state, now }
  const isJudged = before.verdict === 'judging' && after.verdict === 'awaitingSeller'
  if (isJudged) {
    await recordHistory(tx, { ...line, who: 'marketplace', action: 'verdict', actionLabel: '平台已判定' })
  } else if (before.amountFen !== after.amountFen || before.kind !== after.kind) {
    const [from, to] = [refundKind(before.kind).label, refundKind(after.kind).label]
    const note = from === to ? '' : `${from}改为${to}`
    await recordHistory(tx, { ...line, who: 'buyer', action: 'change', actionLabel: '买家已修改申请', note })
  }
}

/** How a case is known here, as its course begins from it. */
export const knownOf = (
  { state, verdict, returnWaybill, remoteUpdatedAt, deadlineAt }: RefundRecord,
  { refuseReason }: Pick<RefundFacts, 'refuseReason'>,
): KnownRefund => ({
  state,
  verdict,
  isSentBack: returnWaybill !== '',
  isRefused: refuseReason !== '',
  atMs: Date.parse(remoteUpdatedAt),
  deadlineMs: deadlineAt === null ? null : Date.parse(deadlineAt),
})

/** How long after its end a loss is still news: a shop's past is taken over without a word. */
const NEWS_MS = 72 * 3_600_000

/** Tells of money that went because nobody acted in time. */
async function tellOfLoss(
  { tx, now }: Taking,
  { refundId, channel, title, amountFen, endedAt }: RefundRecord,
  course: readonly RefundAction[],
): Promise<void> {
  if (!course.includes('refundAutomatically') || amountFen === 0) return
  if (endedAt === null || Date.parse(endedAt) < now.getTime() - NEWS_MS) return
  const detail = `超时，已自动退款 ${formatFen(amountFen)}`
  const about = { kind: 'refundTimedOut', channel, source: refundId, subjectId: refundId } as const
  await raiseNotice(tx, { ...about, label: title, detail }, now)
}

/** What follows once a case stands where it does: for its phones, and for what was asked for it. */
export async function concludeCase(
  taking: Taking,
  refundId: string,
  course: readonly RefundAction[],
  instead: string | null,
): Promise<void> {
  const { tx, now } = taking
  const after = await lockRefund(tx, { refundId })
  if (after === null) return
  await tellOfLoss(taking, after, course)
  await stockIn(tx, after, now)
  await observeRefund(tx, after, { course, instead }, now)
}

/** Takes over how one case stands; the case is held. */
export async function takeCase(taking: Taking, mine: RefundRecord, fetched: ToldRefund): Promise<CaseOutcome> {
  const { tx, now } = taking
  const { refundId } = mine
  const before = await refundFacts(tx, refundId)
  if (before === null) return 'older'
  const told = withKnownPlans(fetched, before)
  const { facts, report } = told
  const known = knownOf(mine, before)
  const age = ageOf(known, report)
  if (age === 'older') return 'older'
  const request = await openRefundRequest(tx, refundId)
  const ours = request === null ? [] : movesOf(request, facts)
  const course = refundCourse(known, report, ours)
  // of two changes within one second the earlier may be heard of last
  if (course === null && age === 'same' && report.isDated) return 'older'
  if (course === null) {
    const { refundNo, state: here } = mine
    taking.unreached.push({ refundNo, here, there: told.state, changedAt: facts.remoteUpdatedAt })
    return 'unreached'
  }
  await goAlong(taking, mine, facts, course)
  if (!isSame(before, facts)) await setRefundFacts(tx, refundId, facts, now)
  if (course.length === 0) await noteChanges(taking, mine, before, facts)
  if (facts.verdict === 'awaitingSeller' && before.verdict !== 'awaitingSeller') {
    const about = { kind: 'refundNeedsDecision', channel: mine.channel, subjectId: refundId } as const
    await raiseNotice(
      tx,
      { ...about, source: `${refundId}:verdict`, label: mine.title, detail: '平台已判定，请选处理办法' },
      now,
    )
  }
  if (await addEvidence(tx, refundId, told.images, now)) await wakeEvidence(tx, refundId, now)
  const isOther = before.amountFen !== facts.amountFen || before.kind !== facts.kind
  if (course.length > 0 || isOther) await withdrawApprovals(tx, refundId, now)
  await concludeCase(taking, refundId, course, null)
  return 'taken'
}
