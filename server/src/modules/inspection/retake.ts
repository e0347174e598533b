import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { recordHistory } from '../history/store.ts'
import { raiseNotice } from '../notice/raise.ts'
import { requirePhotosOpen } from './photo/saving.ts'
import { lineOf } from './retake-line.ts'
import { setRetakeAsked } from './retake-store.ts'
import { lockRecord } from './store.ts'

/**
 * Puts a phone on the list of whoever photographs: its pictures are to be taken anew, for this reason. They are told of it.
 * Asked again it only keeps the later reason. Refuses NOT_FOUND, and STATE_CHANGED once buyers have seen the pictures.
 */
export async function askRetake(
  tx: Tx,
  { inspectionId, reason }: { readonly inspectionId: string; readonly reason: string },
  by: By,
): Promise<void> {
  const record = (await lockRecord(tx, { inspectionId })) ?? refuse('NOT_FOUND')
  await requirePhotosOpen(tx, record)
  const { who, now } = by
  await setRetakeAsked(tx, { inspectionId, employeeId: who.employeeId, reason, now })
  if (record.retakeAskedAt !== null) return
  await recordHistory(tx, { ...lineOf(record, by), action: 'askRetake', actionLabel: '请重拍', note: reason })
  const { channel, modelName, barCode } = record
  await raiseNotice(
    tx,
    {
      kind: 'retakeAsked',
      channel,
      source: `${inspectionId}:${now.toISOString()}`,
      subjectId: inspectionId,
      label: `${modelName} ${barCode}`,
      detail: reason,
    },
    now,
  )
}
