import { INSPECTION_STATES, type InspectionState } from '@huanji/domain/states/inspection'
import { formatShanghai } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import type { By } from '../../platform/actor.ts'
import { type HistoryEntry, recordHistory } from '../history/store.ts'
import { clearRetakes } from './retake-store.ts'
import type { InspectionRecord } from './store.ts'

/** What a line of a record's history has of it that leaves its state alone. */
export const lineOf = (
  { inspectionId, state }: { readonly inspectionId: string; readonly state: InspectionState },
  by: By,
): Omit<HistoryEntry, 'action' | 'actionLabel'> => ({
  ...by,
  subject: INSPECTION_STATES.name,
  subjectId: inspectionId,
  fromState: state,
  toState: state,
})

/** A new picture of a phone was saved: what was asked of its pictures is done. `record` must be locked. */
export async function settleRetake(tx: Tx, record: InspectionRecord, by: By): Promise<void> {
  if (record.retakeAskedAt === null) return
  await clearRetakes(tx, [record.inspectionId])
  const note = `${formatShanghai(record.retakeAskedAt)}请求的重拍`
  await recordHistory(tx, { ...lineOf(record, by), action: 'retake', actionLabel: '重拍完成', note })
}
