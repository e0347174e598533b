import { comesBack } from '@huanji/domain/refunds/kinds'
import { REFUND_STATES, type RefundState } from '@huanji/domain/states/refund'
import type { Tx } from '../../database/database.ts'
import { holdOwnModel } from '../catalogue/known.ts'
import { markOrder } from '../figure/mark-store.ts'
import { recordHistory } from '../history/store.ts'
import { unitCosts } from '../inspection/unit-cost-store.ts'
import { writeCosts } from '../inspection/unit-costs.ts'
import { codesOfUnit, modelOfUnit, unitsHolding } from '../inspection/unit-store.ts'
import { enterUnit } from '../inspection/units.ts'
import type { RefundRecord } from './store.ts'
import { returnedUnits, setReturned, setStockedAs } from './unit-store.ts'

/** The states in which a phone that was sent back is the merchant's again. */
const OURS_AGAIN: readonly RefundState[] = ['succeeded', 'awaiting_resend']

/**
 * Takes the phones of a case into stock again: each becomes a new unit under the next bar code, linked to the one that
 * was sold, and is free to be inspected (docs/domain.md §7.5). Does so once, when a phone was both received and is ours
 * again, whichever comes later; neither another phone than the one sold, nor one that was sent to its buyer again, is taken
 * in. The caller holds the case.
 */
export async function stockIn(
  tx: Tx,
  refund: Pick<RefundRecord, 'refundId' | 'orderId' | 'kind' | 'decidedPlan' | 'state' | 'refusedWaybill'>,
  now: Date,
): Promise<void> {
  const { refundId, orderId, state, refusedWaybill } = refund
  if (!comesBack(refund) || !OURS_AGAIN.includes(state) || refusedWaybill !== '') return
  let isChanged = false
  for (const { unitId, isSamePhone, newUnitId } of await returnedUnits(tx, refundId)) {
    if (newUnitId !== null || !isSamePhone) continue
    const stocked = await stockedAs(tx, unitId, now)
    if (stocked === null) continue
    await keepCost(tx, unitId, stocked.unitId)
    await setStockedAs(tx, refundId, unitId, stocked.unitId)
    await setReturned(tx, orderId, unitId)
    isChanged = true
    await recordHistory(tx, {
      subject: REFUND_STATES.name,
      subjectId: refundId,
      who: 'system',
      action: 'stockIn',
      now,
      actionLabel: '退货入库',
      fromState: state,
      toState: state,
      note: `新条码${stocked.barCode}`,
    })
  }
  if (isChanged) await markOrder(tx, orderId)
}

/** The unit that a sold phone is now: a new one, or the one it became when it was scanned for inspection before. */
async function stockedAs(tx: Tx, soldUnitId: string, now: Date) {
  const codes = await codesOfUnit(tx, soldUnitId)
  await holdOwnModel(tx, (await modelOfUnit(tx, soldUnitId))?.modelId ?? '')
  const model = await modelOfUnit(tx, soldUnitId)
  if (codes === null || model === null) return null
  const [holders = []] = await unitsHolding(tx, [codes])
  const [holder] = holders
  return holder && holder.unitId !== soldUnitId ? holder : enterUnit(tx, codes, model, now, null)
}

/** It cost what it did before it was sold: that sale did not spend it. What somebody wrote down for it since stands. */
async function keepCost(tx: Tx, soldUnitId: string, unitId: string): Promise<void> {
  const costs = await unitCosts(tx, [soldUnitId, unitId])
  const costOf = (id: string) => costs.find((one) => one.unitId === id)?.costPriceFen ?? null
  const costPriceFen = costOf(soldUnitId)
  if (costPriceFen === null || costOf(unitId) !== null) return
  await writeCosts(tx, [{ unitId, costPriceFen }])
}
