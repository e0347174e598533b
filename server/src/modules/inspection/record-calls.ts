import type { OutputOf } from '@huanji/contract/call'
import { newInspection, recordAction } from '@huanji/contract/features/inspection/record-action'
import { savepoint } from '../../database/database.ts'
import { Refusal } from '../../errors/refusal.ts'
import { NO_REFUSAL, rowRefusal } from '../../errors/told-refusal.ts'
import { type CallContext, handlers } from '../../gateway/handler.ts'
import { changeShop, voidRecord } from './record-actions.ts'
import { recordLog } from './record-log.ts'
import { reinspect } from './reinspection.ts'
import { type InspectionRecord, lockRecord } from './store.ts'

type RowContext = Pick<CallContext, 'tx' | 'actor'>
type RowResult = OutputOf<typeof recordAction.updateXyUid>['results'][number]

const GONE = new Refusal('NOT_FOUND', {}, { field: 'inspectionId' })

/** Does one row under a savepoint: a refusal undoes that row alone and becomes its result. */
async function rowResult(
  { tx, actor }: RowContext,
  inspectionId: string,
  work: (record: InspectionRecord) => Promise<string>,
): Promise<RowResult> {
  const record = await lockRecord(tx, { inspectionId })
  if (!record) return { inspectionId, inspectionNo: '', ok: false, ...rowRefusal(GONE, actor) }
  const { inspectionNo } = record
  try {
    const message = await savepoint(tx, () => work(record))
    return { inspectionId, inspectionNo, ok: true, ...NO_REFUSAL, message }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { inspectionId, inspectionNo, ok: false, ...rowRefusal(error, actor) }
  }
}

/**
 * Does each row once and gives the results in the order of the rows. The records are locked in one order whatever was asked,
 * so that two calls never wait for each other in a circle.
 */
async function eachRow(
  context: RowContext,
  rows: readonly { readonly inspectionId: string }[],
  work: (record: InspectionRecord) => Promise<string>,
): Promise<{ results: RowResult[] }> {
  const results = new Map<string, RowResult>()
  for (const id of [...new Set(rows.map((row) => row.inspectionId))].sort()) {
    results.set(id, await rowResult(context, id, work))
  }
  return { results: rows.flatMap((row) => results.get(row.inspectionId) ?? []) }
}

/** What is done with records beside inspecting, and what was done (docs/specification.md §7). */
const recordActionCalls = handlers(recordAction, {
  updateXyUid: ({ tx, actor, now }, { rows, shopAccountId }) =>
    eachRow({ tx, actor }, rows, (record) => changeShop(tx, record, shopAccountId, { who: actor, now })),

  deleteDetRecord: ({ tx, actor, now }, { rows, reason, voidsBag }) =>
    eachRow({ tx, actor }, rows, (record) => voidRecord(tx, record, { reason, voidsBag }, { who: actor, now })),

  getDetRecordLogList: async ({ tx }, input) => ({ list: await recordLog(tx, input) }),
})

const newInspectionCalls = handlers(newInspection, {
  reinspect: ({ tx, actor, now }, input) => reinspect(tx, input, { who: actor, now }),
})

export const recordGroups = [recordActionCalls, newInspectionCalls]
