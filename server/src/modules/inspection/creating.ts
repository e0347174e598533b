import type { CallContext } from '../../gateway/handler.ts'
import { newId } from '../../platform/ids.ts'
import { recordHistoryOfMany } from '../history/store.ts'
import { inspectionNosOf } from './numbers.ts'
import { insertDrafts, type RecordContent } from './store.ts'
import { refuseBusyUnit } from './units.ts'

/** A record as it was made. */
export interface CreatedRecord {
  readonly inspectionId: string
  readonly inspectionNo: string
  readonly photoTaskId: string
}

/**
 * Makes drafts of phones whose units were entered in this transaction, each with the next inspection number and a line of
 * history; gives them in the order of their contents. Refuses IMEI_IN_INSPECTION and UNIT_ON_SALE for a unit that has a
 * record already: then none of them stands.
 *
 * @param note of the line of history; empty for none
 */
export async function createRecords(
  { tx, actor, now }: Pick<CallContext, 'tx' | 'actor' | 'now'>,
  contents: readonly RecordContent[],
  note: string,
): Promise<CreatedRecord[]> {
  const numbers = await inspectionNosOf(tx, now, contents.length)
  const { employeeId } = actor
  // ids of one millisecond are in no order, and lists put what was made at one moment in that of its ids
  const ids = contents.map(newId).sort()
  const drafts = contents.map((content, index) => ({
    ...content,
    inspectionId: ids[index] ?? newId(),
    inspectionNo: numbers[index] ?? '',
    photoTaskId: newId(),
    employeeId,
    now,
  }))
  const written = new Set(await insertDrafts(tx, drafts))
  const refused = drafts.find(({ inspectionId }) => !written.has(inspectionId))
  if (refused) {
    await refuseBusyUnit(tx, refused.unitId)
    throw new Error('a unit refused a record without having one')
  }
  await recordHistoryOfMany(tx, ids, {
    subject: 'inspection',
    who: actor,
    action: 'create',
    actionLabel: '新建质检',
    toState: 'draft',
    note,
    now,
  })
  return drafts.map(({ inspectionId, inspectionNo, photoTaskId }) => ({ inspectionId, inspectionNo, photoTaskId }))
}
