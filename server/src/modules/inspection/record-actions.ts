import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { By } from '../../platform/actor.ts'
import { recordHistory } from '../history/store.ts'
import { requireUsableShop } from '../shop/commands.ts'
import { INSPECTION_ACTIONS } from './actions.ts'
import { leaveBatchSample } from './batch/sample.ts'
import { moveInspection } from './commands.ts'
import { setShop, shopNameOf } from './record-store.ts'
import { releaseHeldBag, voidBagOf } from './sealed-bag/commands.ts'
import { hasOtherRecords, type InspectionRecord } from './store.ts'
import { releaseCodes } from './unit-store.ts'

/**
 * Makes another shop the one through which a record's phone is to be sold, and gives what was done. `record` must be
 * locked. Refuses STATE_CHANGED once it is on sale, NOT_FOUND for a shop that is not the merchant's, and SHOP_UNUSABLE
 * for one that cannot sell on the record's channel.
 */
export async function changeShop(
  tx: Tx,
  record: InspectionRecord,
  shopAccountId: string,
  { who, now }: By,
): Promise<string> {
  requireAllowed(INSPECTION_ACTIONS, 'changeShop', { ...record, grade: record.finalGrade })
  const { shopName } = await requireUsableShop(tx, shopAccountId, record.channel, now)
  if (record.shopAccountId === shopAccountId) return `店铺就是“${shopName}”，未变更`
  const before = (await shopNameOf(tx, record.shopAccountId)) ?? '无'
  const { inspectionId, state } = record
  await setShop(tx, inspectionId, { shopAccountId, employeeId: who.employeeId, now })
  await recordHistory(tx, {
    subject: 'inspection',
    subjectId: inspectionId,
    who,
    action: 'changeShop',
    actionLabel: '换店铺',
    fromState: state,
    toState: state,
    changes: [{ label: '店铺', before, after: shopName }],
    now,
  })
  return `已换为“${shopName}”`
}

/**
 * Voids a record, and the bag that its phone lies in when `voidsBag`, and frees one that is only held; gives what was done. The phone can be inspected
 * anew: a phone that has no other record gives its codes back, which may have been entered wrongly. `record` must be
 * locked. Refuses STATE_CHANGED for a record on sale, sold or void, and RECORD_SEALED for a bag that must not be voided.
 */
export async function voidRecord(
  tx: Tx,
  record: InspectionRecord,
  { reason, voidsBag }: { readonly reason: string; readonly voidsBag: boolean },
  by: By,
): Promise<string> {
  requireAllowed(INSPECTION_ACTIONS, 'void', { ...record, grade: record.finalGrade })
  const { inspectionId, unitId } = record
  const freed = await releaseHeldBag(tx, record, { ...by, note: `质检作废：${reason}` })
  const bagCode = freed === null ? record.bagCode : null
  if (bagCode !== null && !voidsBag) refuse('RECORD_SEALED', { bagCode }, { field: 'voidsBag' })
  await moveInspection(tx, inspectionId, 'void', { ...by, note: reason })
  await voidBagOf(tx, record, { ...by, note: `质检作废：${reason}` })
  if (!(await hasOtherRecords(tx, unitId, inspectionId))) await releaseCodes(tx, unitId)
  await leaveBatchSample(tx, record, by)
  if (freed !== null) return `已作废，预留的封袋${freed}可继续使用`
  return bagCode === null ? '已作废' : `已作废，封袋${bagCode}同时作废`
}
