import type { ParsedOf } from '@huanji/contract/call'
import type { task } from '@huanji/contract/features/task/calls'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { wakeJob } from '../../jobs/job.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { type BulkCall, type BulkCalls, filterOf, inputFault } from './bulk-calls.ts'
import { findRows } from './found-rows.ts'
import {
  countRowsSince,
  countRunning,
  insertTask,
  lockOwner,
  lockOwnTask,
  repeatFailed,
  stopTask,
  type TaskRow,
} from './store.ts'

/** How many tasks of one person run at once at most. */
const RUNNING_MAX = 5
/** How many rows the tasks that one person begins within a day have together at most: each is kept for a week. */
const ROWS_OF_A_DAY_MAX = 100_000
const DAY_MS = 24 * 3_600_000
/** A task and its results are kept for so long after it was begun, or begun again. */
const KEEP_MS = 7 * DAY_MS

/** The job that works on the tasks of a merchant. */
export const TASK_JOB = 'task.work'

/** Has the merchant's tasks worked on after the commit; any number of calls leave one job. */
export function wakeTasks(tx: Tx, now: Date): Promise<void> {
  return wakeJob(tx, { kind: TASK_JOB, aggregate: 'tasks', queue: 'bulk', payload: null, now })
}

/** The rows that are not come to any more. */
const CANCELLED = '已取消，未执行'

function requireGranted(action: BulkCall | undefined, actor: Actor): BulkCall {
  if (action === undefined) return refuse('NOT_FOUND')
  const mayDo = isGranted(action.does.spec.access, actor) && isGranted(action.lists.spec.access, actor)
  return mayDo ? action : refuse('TASK_NOT_GRANTED', { action: action.title })
}

async function requireRoom(tx: Tx, employeeId: string): Promise<void> {
  await lockOwner(tx, employeeId)
  if ((await countRunning(tx, employeeId)) >= RUNNING_MAX) refuse('TASK_LIMIT', { count: RUNNING_MAX })
}

type Created = { taskId: string; total: number; totalIsCapped: boolean }

/** Begins a task for the rows that a filter finds now. Refuses as the contract says. */
export async function createTask(
  context: CallContext,
  actions: BulkCalls,
  { action: key, filter, excludedIds = [], input = {} }: ParsedOf<typeof task.create>,
): Promise<Created> {
  const { tx, actor, now, request } = context
  const action = requireGranted(actions.get(key), actor)
  const read = filterOf(action, filter)
  if ('fault' in read) return refuse('TASK_INPUT_INVALID', { detail: read.fault }, { field: 'filter' })
  const fault = inputFault(action, input)
  if (fault !== null) refuse('TASK_INPUT_INVALID', { detail: fault }, { field: 'input' })
  const { rows, isCapped } = await findRows(context, action, read.filter, excludedIds)
  if (rows.length === 0) refuse('TASK_EMPTY')
  const { employeeId, sessionId } = actor
  await requireRoom(tx, employeeId)
  const before = await countRowsSince(tx, employeeId, later(now, -DAY_MS))
  if (before + rows.length > ROWS_OF_A_DAY_MAX) refuse('TASK_DAY_LIMIT', { count: before })
  const taskId = newId()
  const made = { taskId, employeeId, sessionId, ...request, action: key, totalIsCapped: isCapped }
  const hasWork = await insertTask(tx, { ...made, filter, input, expiresAt: later(now, KEEP_MS) }, rows, now)
  if (hasWork) await wakeTasks(tx, now)
  return { taskId, total: rows.length, totalIsCapped: isCapped }
}

async function requireOwn({ tx, actor, now }: CallContext, taskId: string): Promise<TaskRow> {
  return (await lockOwnTask(tx, actor.employeeId, taskId, now)) ?? refuse('NOT_FOUND')
}

/** Ends a task of the actor's after the row that is being done; one that has ended stays as it is. */
export async function cancelTask(context: CallContext, taskId: string): Promise<void> {
  const { state } = await requireOwn(context, taskId)
  if (state === 'running') await stopTask(context.tx, taskId, { problem: '', message: CANCELLED, now: context.now })
}

/** Does the failed rows of a task of the actor's again. Refuses as the contract says. */
export async function retryTask(context: CallContext, actions: BulkCalls, taskId: string): Promise<void> {
  const { tx, actor, now } = context
  const found = await requireOwn(context, taskId)
  requireGranted(actions.get(found.action), actor)
  if (found.state === 'running') refuse('TASK_RUNNING')
  if (found.failedCount === 0) refuse('TASK_NOTHING_FAILED')
  await requireRoom(tx, actor.employeeId)
  await repeatFailed(tx, taskId, later(now, KEEP_MS))
  await wakeTasks(tx, now)
}
