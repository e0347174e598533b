import { type RefusalFacts, refusalContradiction } from '@huanji/domain/refunds/refusals'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext, PrepareContext } from '../../gateway/handler.ts'
import { findOrder } from '../order/store.ts'
import { merchantRow } from '../tenant/store.ts'
import { requireVisible } from './channel-rules.ts'
import { returnedGoodsOf } from './facts-store.ts'
import { findRefund, type RefundRecord } from './store.ts'
import { returnedUnits } from './unit-store.ts'

/** They follow the order's state, which makes a new version of the case; so they are asked for again soon enough. */
const KEPT_MS = 10 * 60_000
const KEPT_MAX = 500

interface Kept {
  readonly untilMs: number
  readonly reasons: readonly string[]
}

/** What each connection was answered, by seller, case and its version. */
const kept = new WeakMap<MarketplaceClient, Map<string, Kept>>()

/**
 * The reasons for which the marketplace lets a claim be refused: they depend on the order. Kept for some minutes.
 * Refuses NOT_FOUND, and MARKETPLACE_UNAVAILABLE where the marketplace gives none.
 */
export async function refuseReasons(
  { read, actor, services, now }: PrepareContext<CallContext>,
  refundId: string,
): Promise<readonly string[]> {
  const asked = await read(async (tx) => {
    const refund = requireVisible(await findRefund(tx, { refundId }), actor)
    return { ...refund, sellerId: (await merchantRow(tx))?.sellerId ?? null }
  })
  const { sellerId, orderNo, version } = asked
  if (sellerId === null) return refuse('MARKETPLACE_UNAVAILABLE')
  const { marketplace } = services
  const known = kept.get(marketplace) ?? new Map<string, Kept>()
  kept.set(marketplace, known)
  const key = `${sellerId} ${refundId} ${version}`
  const found = known.get(key)
  if (found && found.untilMs > now.getTime()) return found.reasons
  const reasons = await askedReasons(marketplace, sellerId, orderNo)
  // the oldest goes first
  if (known.size >= KEPT_MAX) known.delete(known.keys().next().value ?? '')
  known.set(key, { untilMs: now.getTime() + KEPT_MS, reasons })
  return reasons
}

async function askedReasons(marketplace: MarketplaceClient, sellerId: number, orderNo: string): Promise<string[]> {
  try {
    return (await marketplace.listRefuseReasons(sellerId, { order_no: orderNo })).refuse_reason
  } catch (error) {
    if (isMarketplaceFailure(error)) return refuse('MARKETPLACE_UNAVAILABLE')
    throw error
  }
}

/** What is known of a case that a reason of its refusal must not contradict. */
export async function refusalFacts(
  tx: Tx,
  refund: Pick<RefundRecord, 'refundId' | 'orderId' | 'state' | 'returnWaybill'>,
): Promise<RefusalFacts> {
  const order = await findOrder(tx, { orderId: refund.orderId })
  const goods = await returnedGoodsOf(tx, [refund])
  return {
    hasLeft: order === null || order.waybill !== '' || order.shippedAt !== null,
    wasSentBack: refund.returnWaybill !== '' || refund.state === 'awaiting_receipt',
    unitCount: goods.get(refund.refundId)?.unitCount ?? 0,
    returned: await returnedUnits(tx, refund.refundId),
  }
}

/** The marketplace's reasons, those apart that contradict what is known of the case. */
export function sortedReasons(reasons: readonly string[], facts: RefusalFacts) {
  const judged = reasons.map((reason) => ({ reason, why: refusalContradiction(reason, facts) }))
  return {
    reasons: judged.filter(({ why }) => why === null).map(({ reason }) => reason),
    withheld: judged.flatMap(({ reason, why }) => (why === null ? [] : [{ reason, why }])),
  }
}
