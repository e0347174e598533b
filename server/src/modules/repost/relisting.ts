import {
  decideRepost,
  type RepostHold,
  type RepostPrices,
  type RepostRule,
  type RepostStep,
  repostSteps,
} from '@huanji/domain/auction/repost'
import { formatFen } from '@huanji/domain/money'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { type AuditEntry, systemOrigin } from '../../audit/entry.ts'
import { recordAudit } from '../../audit/store.ts'
import { savepoint, type Tx } from '../../database/database.ts'
import { Refusal } from '../../errors/refusal.ts'
import type { Actor } from '../../platform/actor.ts'
import type { SessionRow } from '../auction/store.ts'
import { recordHistory } from '../history/store.ts'
import { operateRow } from '../listing/operate.ts'
import { seriesOf } from '../listing/repost-series.ts'
import { type ListingRequest, listingRequest, requestOfListing } from '../listing/request.ts'
import { findListing, lockListing } from '../listing/store.ts'
import { type RepostRun, saveRun, type UnsoldRow, unsoldListing } from './store.ts'

/** What the rule does, or would do, with a listing. */
export interface Repost {
  readonly listingId: string
  readonly title: string
  /** Which time this is, from 1. */
  readonly times: number
  /** Null where it is not listed again, or not yet. */
  readonly session: SessionRow | null
  readonly prices: RepostPrices | null
  /** Why the price is not lowered as far as the percentages say. */
  readonly hold: RepostHold | null
  /** The last time that it is listed again where nobody buys it; null where it is not listed again. */
  readonly last: RepostStep | null
  /** Why not, or not yet; empty where it is. */
  readonly problem: string
}

/** The rule of a shop, who set it, and what it knows: the sessions that take entries, soonest first. */
export interface RepostBy {
  readonly shopAccountId: string
  readonly rule: RepostRule
  readonly setBy: string
  readonly sessions: readonly SessionRow[]
  readonly now: Date
}

/** In whose name the rule acts: it has no rights of its own, and what it asks for was allowed by who switched it on. */
const actorOf = (tx: Tx, setBy: string): Actor => ({
  merchantId: tx.merchantId,
  employeeId: setBy,
  employeeName: '自动重新上架',
  phone: '',
  grants: new Set(),
  isOwner: false,
  refundLimitFen: 0,
  sessionId: '',
})

type Decided = ReturnType<typeof decideRepost<SessionRow>>

/** What a person has asked for a listing that must not be listed again against it, also where the marketplace refused. */
const UNWANTED: Readonly<Partial<Record<ListingRequest['want'], string>>> = { deleted: '删除', off_shelf: '下架' }

/** Decides over a listing; one that somebody wants gone waits for that person, whatever became of the request. */
async function decide(tx: Tx, row: UnsoldRow, { rule, sessions, now }: RepostBy): Promise<Decided> {
  const found = decideRepost(rule, seriesOf(row), sessions, now)
  const request = await requestOfListing(tx, row.listingId)
  const action =
    request === null || request.state === 'settled' ? undefined : UNWANTED[listingRequest.parse(request.desired).want]
  if (found.kind !== 'relist' || action === undefined) return found
  const { times } = seriesOf(row)
  return { kind: 'wait', times, reason: `已申请${action}，请先处理${action}申请` }
}

/** Lists a phone again by the command that people use, and gives what the log says of it. */
function relist(tx: Tx, listingId: string, found: Decided & { kind: 'relist' }, by: RepostBy): Promise<AuditEntry> {
  const { session, prices } = found
  const { scheduleDate, scheduleNumber } = session
  // what a loss is was decided by the rule, and how far it goes was seen when it was tried out
  const row = { listingId, scheduleDate, scheduleNumber, ...prices, priceConfirmed: true }
  return operateRow(tx, 'relist', row, { who: actorOf(tx, by.setBy), now: by.now })
}

const refusalText = (error: unknown): string => {
  if (error instanceof Refusal) return error.message
  throw error
}

const told = (row: UnsoldRow, found: Decided, problem: string, { rule, now }: RepostBy): Repost => {
  const { listingId, title } = row
  const { times } = found
  if (found.kind !== 'relist' || problem !== '') {
    return { listingId, title, times, session: null, prices: null, hold: null, last: null, problem }
  }
  const { session, prices, hold } = found
  const last = repostSteps(rule, seriesOf(row), now).at(-1) ?? null
  return { listingId, title, times, session, prices, hold, last, problem }
}

class OnlyTried extends Error {}

/** What the rule would do with a listing now: it is done for a moment, so that nothing is promised that would be refused. */
export async function tryRepost(tx: Tx, row: UnsoldRow, by: RepostBy): Promise<Repost> {
  const found = await decide(tx, row, by)
  if (found.kind !== 'relist') return told(row, found, found.reason, by)
  try {
    await savepoint(tx, async () => {
      await relist(tx, row.listingId, found, by)
      throw new OnlyTried()
    })
  } catch (error) {
    if (!(error instanceof OnlyTried)) return told(row, found, refusalText(error), by)
  }
  return told(row, found, '', by)
}

/**
 * Does with a listing what the rule says, once: it is listed again, or its history says why it is not. Gives null where
 * nothing is to be done with it any more, because somebody was faster. Another time with the same run changes nothing.
 */
export async function repostListing(tx: Tx, listingId: string, by: RepostBy): Promise<Repost | null> {
  const locked = await lockListing(tx, listingId)
  const row = locked && (await unsoldListing(tx, by.shopAccountId, listingId))
  if (!row || row.stoppedEntryId === row.entryId) return null
  const found = await decide(tx, row, by)
  if (found.kind !== 'relist') {
    await leave(tx, row, { problem: found.reason, isOver: found.kind === 'stop' }, by)
    return told(row, found, found.reason, by)
  }
  let entry: AuditEntry
  try {
    entry = await savepoint(tx, () => relist(tx, listingId, found, by))
  } catch (error) {
    const problem = refusalText(error)
    await leave(tx, row, { problem, isOver: false }, by)
    return told(row, found, problem, by)
  }
  const started = await findListing(tx, listingId)
  await saveRun(tx, { ...runOf(row, by), times: found.times, entryId: started?.entryId ?? null, problem: '' }, by.now)
  await recordStep(tx, row, 'repost', `自动重新上架（第${found.times}次）`, repostNote(found), by.now)
  const action = { action: 'repost.relist', actionLabel: '自动重新上架', now: by.now }
  await recordAudit(tx, systemOrigin('系统'), action, [{ ...entry, actionLabel: action.actionLabel }])
  return told(row, found, '', by)
}

const HOLDS: Readonly<Record<RepostHold, string>> = {
  belowCost: '，再降就会亏，没有再降',
  costUnknown: '，没填成本价，没有降价',
}

const repostNote = ({ session, prices, hold }: Decided & { kind: 'relist' }): string =>
  `${session.scheduleDate} 第${session.scheduleNumber}场，起拍价${formatFen(prices.startPriceFen)}${hold === null ? '' : HOLDS[hold]}`

function runOf(row: UnsoldRow, { shopAccountId }: RepostBy): RepostRun {
  const { times, first } = seriesOf(row)
  return {
    listingId: row.listingId,
    shopAccountId,
    times,
    firstStartPriceFen: first.startPriceFen,
    firstReservePriceFen: first.reservePriceFen,
    entryId: times === 0 ? null : row.entryId,
    stoppedEntryId: null,
    problem: row.problem ?? '',
  }
}

/** Leaves a listing as it is, and says why in its history when that is new. */
async function leave(
  tx: Tx,
  row: UnsoldRow,
  { problem, isOver }: { readonly problem: string; readonly isOver: boolean },
  by: RepostBy,
): Promise<void> {
  if (!isOver && row.problem === problem) return
  const label = isOver ? '自动重新上架已停止' : '自动重新上架暂缓'
  await saveRun(tx, { ...runOf(row, by), stoppedEntryId: isOver ? row.entryId : null, problem }, by.now)
  await recordStep(tx, row, isOver ? 'repostStopped' : 'repostWaits', label, problem, by.now)
}

function recordStep(tx: Tx, row: UnsoldRow, action: string, actionLabel: string, note: string, now: Date) {
  const where = { subject: LISTING_STATES.name, subjectId: row.listingId, fromState: row.state, toState: row.state }
  return recordHistory(tx, { ...where, who: 'system', action, actionLabel, note, now })
}
