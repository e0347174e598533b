import { EXPORT_STATES } from '@huanji/domain/states/export'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { enqueueJob } from '../../jobs/job.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import {
  closedColumns,
  type ExportSource,
  type ExportSources,
  findsRows,
  mayExport,
  openColumns,
} from '../export-source/source.ts'
import { moveState } from '../history/state-store.ts'
import { closedTo, EXPORT_ACTIONS } from './actions.ts'
import { filterWords } from './filter-words.ts'
import { countOpen, countSince, type ExportTask, findExport, insertExport, lockExport, lockOwner } from './store.ts'

/** How many exports of one person wait or run at once at most, and how many they may ask for within a day. */
const OPEN_MAX = 5
const DAY_MAX = 100
const DAY_MS = 24 * 3_600_000

/** The job that works on an export, and the one that removes what it wrote. */
export const EXPORT_JOB = 'export.work'
export const EXPORT_SWEEP_JOB = 'export.sweep'

/** Has an export worked on from `at`; exports take turns, since one that comes back waits behind the others. */
export function wakeExport(tx: Tx, exportId: string, at: Date): Promise<void> {
  const aggregate = `export:${exportId}`
  return enqueueJob(tx, { kind: EXPORT_JOB, aggregate, queue: 'long', payload: { exportId }, now: at })
}

/** Has the files of ended exports removed after the commit. */
export function sweepSoon(tx: Tx, now: Date): Promise<void> {
  return enqueueJob(tx, { kind: EXPORT_SWEEP_JOB, aggregate: 'export-files', payload: null, now })
}

type Fields = Readonly<Record<string, unknown>>

export interface ExportRequest {
  readonly format: 'xlsx' | 'csv'
  readonly filter: Fields
  readonly columns?: readonly string[] | undefined
}

async function requireRoom(tx: Tx, employeeId: string, now: Date): Promise<void> {
  await lockOwner(tx, employeeId)
  const open = await countOpen(tx, employeeId)
  if (open >= OPEN_MAX) refuse('EXPORT_LIMIT', { count: open })
  const today = await countSince(tx, employeeId, later(now, -DAY_MS))
  if (today >= DAY_MAX) refuse('EXPORT_DAY_LIMIT', { count: today })
}

/** The columns that are asked for, or all that the person may see. Refuses those that are not theirs. */
function chosenColumns(source: ExportSource, asked: readonly string[] | undefined, actor: Actor): string[] {
  if (asked === undefined) return openColumns(source, actor)
  const closed = closedColumns(source, asked, actor)
  if (closed.length > 0) refuse('EXPORT_COLUMN_CLOSED', { columns: closed.join('、') }, { field: 'columns' })
  return [...new Set(asked)]
}

const withoutEmpty = (filter: Fields): Fields =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))

/** Asks for a file of the rows that a filter finds. Refuses as the contract says. */
export async function createExport(
  context: CallContext,
  source: ExportSource,
  request: ExportRequest,
): Promise<{ exportId: string }> {
  const { tx, actor, now, audit } = context
  if (!mayExport(source, actor)) refuse('EXPORT_NOT_GRANTED', { title: source.title })
  const columns = chosenColumns(source, request.columns, actor)
  const filter = withoutEmpty(request.filter)
  if (!(await findsRows(source, context, filter))) refuse('EXPORT_EMPTY')
  const { employeeId, employeeName: requestedBy, sessionId } = actor
  await requireRoom(tx, employeeId, now)
  const exportId = newId()
  const filterText = await filterWords(tx, source, filter)
  const { kind } = source
  const { format } = request
  await insertExport(
    tx,
    { exportId, kind, format, filter, filterText, columns, employeeId, requestedBy, sessionId },
    now,
  )
  await wakeExport(tx, exportId, now)
  const titles = columns.map((key) => source.columns[key]?.title ?? key).join('、')
  audit(entryOf(source.title, exportId, { 筛选条件: filterText || '全部', 列: titles, 格式: format }))
  return { exportId }
}

const entryOf = (title: string, exportId: string, after: Readonly<Record<string, string>>): AuditEntry => ({
  subject: 'export',
  subjectId: exportId,
  subjectLabel: title,
  before: null,
  after,
})

/** Whether somebody sees the exports of all. */
export const seesAll = (actor: Actor): boolean => isGranted({ anyOf: ['scope:allExports'] }, actor)

const mayMeet = ({ employeeId }: ExportTask, actor: Actor): boolean => employeeId === actor.employeeId || seesAll(actor)

/** An export of the actor's, or of anybody's for those who see all; held to the commit where it is to be changed. */
async function requireExport(
  { tx, actor }: CallContext,
  exportId: string,
  find: typeof findExport,
): Promise<ExportTask> {
  const task = await find(tx, exportId)
  return task !== null && mayMeet(task, actor) ? task : refuse('NOT_FOUND')
}

/** Ends an export before its file is ready. Refuses as the contract says. */
export async function cancelExport(
  context: CallContext,
  sources: ExportSources,
  exportId: string,
): Promise<ExportTask> {
  const { tx, actor, now, audit } = context
  const task = await requireExport(context, exportId, lockExport)
  const { state } = task
  requireAllowed(EXPORT_ACTIONS, 'cancel', { state, closed: null })
  const ended = { finishedAt: now, expiresAt: null, problem: '' }
  await moveState(tx, {
    table: 'exportTask',
    id: exportId,
    states: EXPORT_STATES,
    action: 'cancel',
    who: actor,
    now,
    set: ended,
  })
  await sweepSoon(tx, now)
  audit(entryOf(sources.get(task.kind)?.title ?? task.kind, exportId, { 状态: '已取消', 导出人: task.requestedBy }))
  return (await findExport(tx, exportId)) ?? refuse('NOT_FOUND')
}

/** Has an export that failed go on after its last part. Refuses as the contract says. */
export async function retryExport(context: CallContext, sources: ExportSources, exportId: string): Promise<ExportTask> {
  const { tx, actor, now, audit } = context
  const task = await requireExport(context, exportId, lockExport)
  const { state, employeeId } = task
  requireAllowed(EXPORT_ACTIONS, 'retry', { state, closed: closedTo(sources, task, actor) })
  await lockOwner(tx, employeeId)
  const open = await countOpen(tx, employeeId)
  if (open >= OPEN_MAX) refuse('EXPORT_LIMIT', { count: open })
  await moveState(tx, {
    table: 'exportTask',
    id: exportId,
    states: EXPORT_STATES,
    action: 'retry',
    who: actor,
    now,
    set: { problem: '', finishedAt: null, expiresAt: null, seenAt: null, startedAt: null },
  })
  await wakeExport(tx, exportId, now)
  audit(entryOf(sources.get(task.kind)?.title ?? task.kind, exportId, { 状态: '重新排队', 导出人: task.requestedBy }))
  return (await findExport(tx, exportId)) ?? refuse('NOT_FOUND')
}

/** An export whose file the actor may have now. Refuses as the contract says. */
export async function requireFile(context: CallContext, sources: ExportSources, exportId: string): Promise<ExportTask> {
  const task = await requireExport(context, exportId, findExport)
  requireAllowed(EXPORT_ACTIONS, 'download', { state: task.state, closed: closedTo(sources, task, context.actor) })
  context.audit(
    entryOf(sources.get(task.kind)?.title ?? task.kind, exportId, {
      行数: String(task.rowsDone),
      筛选条件: task.filterText || '全部',
      导出人: task.requestedBy,
    }),
  )
  return task
}

/** An export of the actor's own. Refuses as the contract says. */
export async function requireOwn({ tx, actor }: CallContext, exportId: string): Promise<ExportTask> {
  const task = await findExport(tx, exportId)
  return task?.employeeId === actor.employeeId ? task : refuse('NOT_FOUND')
}
