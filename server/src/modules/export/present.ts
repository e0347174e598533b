import type { OutputOf } from '@huanji/contract/call'
import type { goodsExport } from '@huanji/contract/features/export/calls'
import { formatShanghai } from '@huanji/domain/time'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ExportSources } from '../export-source/source.ts'
import { closedTo, EXPORT_ACTIONS } from './actions.ts'
import type { ExportTask } from './store.ts'

type ExportRow = OutputOf<typeof goodsExport.list>['list'][number]

/** Rows are counted, and their pace is known, once so many milliseconds were worked. */
const PACE_KNOWN_MS = 2_000

/** How long an export that runs will take at the pace it had so far, in whole seconds; null while that is not known. */
export function secondsLeft(
  { state, startedAt, rowsDone, rowsTotal }: Pick<ExportTask, 'state' | 'startedAt' | 'rowsDone' | 'rowsTotal'>,
  now: Date,
): number | null {
  if (state !== 'running' || startedAt === null || rowsTotal === null || rowsDone === 0) return null
  const workedMs = now.getTime() - Date.parse(startedAt)
  if (workedMs < PACE_KNOWN_MS) return null
  return Math.ceil((Math.max(0, rowsTotal - rowsDone) * workedMs) / rowsDone / 1000)
}

const hasEnded = (state: string): boolean => state !== 'queued' && state !== 'running'

/** An export as its records show it to somebody. */
export function presentExport(task: ExportTask, sources: ExportSources, actor: Actor, now: Date): ExportRow {
  const { exportId, kind, format, filterText, requestedBy, state, rowsDone, rowsTotal, bytes, problem } = task
  const { createdAt, finishedAt, expiresAt } = task
  const isMine = task.employeeId === actor.employeeId
  const facts = { state, closed: closedTo(sources, task, actor) }
  return {
    exportId,
    kind: kind as ExportRow['kind'],
    title: sources.get(kind)?.title ?? kind,
    format,
    filterText,
    columnCount: task.columns.length,
    requestedBy,
    isMine,
    state,
    rowsDone,
    rowsTotal,
    secondsLeft: secondsLeft(task, now),
    bytes,
    problem,
    createdAt,
    finishedAt,
    expiresAt,
    isSeen: !isMine || !hasEnded(state) || state === 'cancelled' || task.seenAt !== null,
    allowedActions: allowedActions(EXPORT_ACTIONS, facts, actor),
  }
}

/** What the file is called: what it holds, of which month where it is one's, and when it was asked for. */
export function fileName({ kind, format, createdAt, filter }: ExportTask, sources: ExportSources): string {
  const at = formatShanghai(createdAt, true).replaceAll(/[-:]/g, '').replace(' ', '_')
  const { month } = filter
  return `${sources.get(kind)?.title ?? kind}_${typeof month === 'string' ? `${month}_` : ''}${at}.${format}`
}
