import { type KnownRefund, refundCourse } from '@huanji/domain/refunds/course'
import { REFUND_STATES, type RefundAction } from '@huanji/domain/states/refund'
import type { Tx } from '../database/database.ts'
import { requesterOf } from '../modules/desired-state/store.ts'
import { type Mover, recordHistory } from '../modules/history/store.ts'
import type { OrderAuditEvent } from '../modules/order/audit-entries.ts'
import { withdrawApprovals } from '../modules/refund/approval-store.ts'
import { wakeEvidence } from '../modules/refund/evidence-job.ts'
import { addEvidence, type RefundFacts, refundFacts, setRefundFacts } from '../modules/refund/snapshot-store.ts'
import { stockIn } from '../modules/refund/stock-in.ts'
import { lockRefund, moveRefund, type RefundRecord } from '../modules/refund/store.ts'
import type { SnapshotOutcome } from './auction-entry.ts'
import { refundAuditEventOf } from './refund-audit.ts'
import type { ToldRefund } from './refund-facts.ts'
import { movesOf, observeRefund, openWish, refundKey } from './refund-wishes.ts'

const MOVERS: ReadonlyMap<RefundAction, 'buyer' | 'marketplace' | 'merchant'> = new Map(
  REFUND_STATES.moves.map(({ action, who }) => [
    action,
    who === 'buyer' || who === 'marketplace' ? who : ('merchant' as const),
  ]),
)

/** What the taking over of an order's cases writes with. */
export interface Taking {
  readonly tx: Tx
  readonly now: Date
  /** What the audit log gets when everything else is written. */
  readonly events: OrderAuditEvent[]
}

/** Moves a case along its course; whoever of our people asked for the first move has made it. */
export async function goAlong(
  { tx, now, events }: Taking,
  mine: RefundRecord,
  facts: Pick<RefundFacts, 'kind' | 'decidedPlan' | 'amountFen'>,
  course: readonly RefundAction[],
): Promise<void> {
  const wish = course.length === 0 ? null : await openWish(tx, mine.refundId)
  const ours = wish === null ? [] : movesOf(wish.wanted, facts)
  let from = mine.state
  for (const [index, action] of course.entries()) {
    const isOurs = index === 0 && ours.includes(action)
    const requester = isOurs ? await requesterOf(tx, refundKey(mine.refundId)) : null
    const mover = MOVERS.get(action)
    const who: Mover = requester ?? (mover === 'buyer' ? 'buyer' : 'marketplace')
    const note = mover === 'merchant' && !isOurs ? '在闲鱼上处理' : ''
    const to = await moveRefund(tx, mine.refundId, action, { who, now, note })
    const event = isOurs ? null : refundAuditEventOf(mine, { action, from, to }, facts.amountFen)
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
    await recordHistory(tx, { ...line, who: 'buyer', action: 'change', actionLabel: '买家修改申请' })
  }
}

/** How a case is known here, as its course begins from it. */
export const knownOf = (
  { state, verdict, returnWaybill, remoteUpdatedAt, deadlineAt }: RefundRecord,
  { refuseReason }: Pick<RefundFacts, 'refuseReason'>,
): KnownRefund => ({
  ...{ state, verdict, isSentBack: returnWaybill !== '', isRefused: refuseReason !== '' },
  atMs: Date.parse(remoteUpdatedAt),
  deadlineMs: deadlineAt === null ? null : Date.parse(deadlineAt),
})

/** What follows once a case stands where it does: for its phones, and for what was asked for it. */
export async function concludeCase(
  { tx, now }: Taking,
  refundId: string,
  course: readonly RefundAction[],
  instead: string | null,
): Promise<void> {
  const after = await lockRefund(tx, { refundId })
  if (after === null) return
  await stockIn(tx, after, now)
  await observeRefund(tx, after, { course, instead }, now)
}

/** Takes over how one case stands; the case is held. */
export async function takeCase(taking: Taking, mine: RefundRecord, told: ToldRefund): Promise<SnapshotOutcome> {
  const { tx, now } = taking
  const { refundId } = mine
  const before = await refundFacts(tx, refundId)
  if (before === null || told.facts.remoteUpdatedAt < before.remoteUpdatedAt) return 'older'
  const wish = await openWish(tx, refundId)
  const ours = wish === null ? [] : movesOf(wish.wanted, told.facts)
  const course = refundCourse(knownOf(mine, before), told.report, ours)
  if (course === null) return 'older'
  await goAlong(taking, mine, told.facts, course)
  const isChanged = !isSame(before, told.facts)
  if (isChanged) await setRefundFacts(tx, refundId, told.facts, now)
  if (course.length === 0) await noteChanges(taking, mine, before, told.facts)
  if (await addEvidence(tx, refundId, told.images, now)) await wakeEvidence(tx, refundId, now)
  if (course.length > 0 || before.amountFen !== told.facts.amountFen) await withdrawApprovals(tx, refundId, now)
  await concludeCase(taking, refundId, course, null)
  return 'taken'
}
