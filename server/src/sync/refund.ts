import { refundKind } from '@huanji/domain/refunds/kinds'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import type { AuctionAftersale } from '@huanji/marketplace/protocol/auction'
import type { Refund } from '@huanji/marketplace/protocol/refunds'
import type { Tx } from '../database/database.ts'
import { expectRepaid } from '../modules/bill/commands.ts'
import { recordHistory } from '../modules/history/store.ts'
import { raiseNotice } from '../modules/notice/raise.ts'
import { recordEvents } from '../modules/order/audit-entries.ts'
import { lockOrder, type OrderRecord } from '../modules/order/store.ts'
import { insertRefund, openCasesOfOrder } from '../modules/refund/snapshot-store.ts'
import { lockRefund, type RefundRecord } from '../modules/refund/store.ts'
import { type CaseOutcome, type Taking, takeCase, type Unreached } from './refund-case.ts'
import { type ToldRefund, toldRefund } from './refund-facts.ts'
import { endFormerCase } from './refund-former.ts'

/** How the after-sale case of an order stands at the marketplace now. */
export interface RefundSnapshot {
  readonly orderNo: string
  readonly refund: Refund
  /** The verdict of the auction market, where it gave one. */
  readonly aftersale: AuctionAftersale | null
  /**
   * Read only where a case of the order goes on here that is not this one: every case of the order that the marketplace
   * still tells of, and what the order was paid back in all, in fen.
   */
  readonly former: { readonly told: readonly Refund[]; readonly refundedFen: number } | null
}

/** The case of an order that is not known here: the order comes first. */
export const NO_ORDER = 'noOrder'

/** Whether a snapshot was taken over, or why not, and the cases that no move reaches. */
export interface TakenSnapshot {
  readonly outcome: CaseOutcome | typeof NO_ORDER
  /** The cases that stand where no move leads: the one that was told of, or one that it ended. */
  readonly unreached: readonly Unreached[]
}

/** A case that is heard of for the first time begins where every case does. */
async function addCase({ tx, now }: Taking, order: OrderRecord, told: ToldRefund): Promise<string> {
  // its course is worked out from how it began: asked for, and not yet judged
  const facts = {
    ...told.facts,
    verdict: null,
    returnCarrierCode: '',
    returnWaybill: '',
    resendCarrierCode: '',
    resendWaybill: '',
    refuseReason: '',
    refuseExplanation: '',
    deadlineAt: null,
    endedAt: null,
    remoteUpdatedAt: told.facts.openedAt,
  }
  const refundId = await insertRefund(tx, { refundNo: told.refundNo, orderId: order.orderId }, facts, now)
  await recordHistory(tx, {
    subject: REFUND_STATES.name,
    subjectId: refundId,
    who: 'buyer',
    action: 'open',
    actionLabel: '买家申请售后',
    toState: REFUND_STATES.initial,
    now,
  })
  return refundId
}

/** A case that is over or was opened long ago is nothing to be told of: it is taken over with a shop's past. */
const NEWS_MS = 72 * 3_600_000

async function tellOfCase(
  { tx, now }: Taking,
  { refundId, channel, title }: RefundRecord,
  told: ToldRefund,
): Promise<void> {
  const isOpen = told.state === REFUND_STATES.initial
  if (!isOpen || Date.parse(told.facts.openedAt) < now.getTime() - NEWS_MS) return
  const detail = refundKind(told.facts.kind).label
  await raiseNotice(
    tx,
    { kind: 'refundOpened', channel, source: refundId, subjectId: refundId, label: title, detail },
    now,
  )
}

/**
 * Takes over how the case of an order stands at the marketplace: facts, state, and what follows for its phones, requests
 * and approvals. The same snapshot twice changes nothing; an older one is left out; states that were missed are gone
 * through, each with its line in the history. Another case of the order that still goes on here is over: an order has one
 * at a time. Locks the order before its cases, and the audit log at last.
 */
export async function applyRefundSnapshot(tx: Tx, snapshot: RefundSnapshot, now: Date): Promise<TakenSnapshot> {
  const order = await lockOrder(tx, { orderNo: snapshot.orderNo })
  if (order === null) return { outcome: NO_ORDER, unreached: [] }
  const told = toldRefund(snapshot.refund, snapshot.aftersale, order.state)
  if (told === null) return { outcome: 'unknown', unreached: [] }
  const taking: Taking = { tx, now, events: [], unreached: [] }
  const known = await lockRefund(tx, { refundNo: told.refundNo })
  const mine = known ?? (await lockRefund(tx, { refundId: await addCase(taking, order, told) }))
  if (mine === null) throw new Error(`case ${told.refundNo} was neither found nor added`)
  const outcome = await takeCase(taking, mine, told)
  if (known === null) await tellOfCase(taking, mine, told)
  const others = (await openCasesOfOrder(tx, snapshot.orderNo)).filter((one) => isFormer(one, told))
  for (const { refundId } of others) await endFormerCase(taking, order, refundId, snapshot)
  await expectRepaid(tx, order, now)
  await recordEvents(tx, taking.events, now)
  return { outcome, unreached: taking.unreached }
}

/** Told of in the same second, the higher number is the later case. */
function isFormer(one: { readonly refundNo: string; readonly remoteUpdatedAt: string }, told: ToldRefund): boolean {
  const { remoteUpdatedAt } = told.facts
  if (one.refundNo === told.refundNo || one.remoteUpdatedAt > remoteUpdatedAt) return false
  return one.remoteUpdatedAt < remoteUpdatedAt || one.refundNo < told.refundNo
}
