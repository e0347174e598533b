import { ERR_TEXT, fillText } from '@huanji/contract/errors'
import { savepoint, type Tx } from '../../database/database.ts'
import { codeOf, isStorageFailure, isUnavailable, tookTooLong } from '../../database/errors.ts'
import { Refusal } from '../../errors/refusal.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'
import { NEVER_LEFT } from '../../gateway/client-left.ts'
import { callWithin } from '../../gateway/execute-call.ts'
import type { JobHandler, JobServices } from '../../jobs/job.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { actorOf } from '../people/acting.ts'
import { type BulkCall, type BulkCalls, payloadOf, refusalIn } from './bulk-calls.ts'
import { wakeTasks } from './commands.ts'
import {
  finishTask,
  lockRunning,
  nextRow,
  recordRow,
  runningTasks,
  stopTask,
  type TaskRow,
  type WaitingRow,
} from './store.ts'

/** A merchant's turn ends after so many rows, or so long; then other merchants have theirs. */
const ROWS_OF_A_TURN = 100
const TURN_MS = 2_000

/** What became of one step: a row was done, or the task has nothing to do any more. */
type Step = 'row' | 'over'

/**
 * One turn of a merchant: rows of its running tasks, one of each in rotation, then the next turn is asked for. Each row is
 * a transaction of its own that holds its task, makes the call and writes the result down. So a process that dies loses
 * the row it was at, unwritten, and two that work at once do not do a row twice.
 */
export function taskWork(actions: BulkCalls): JobHandler {
  return async ({ merchantId }, services) => {
    const { db, clock } = services
    const startMs = clock.now().getTime()
    let running = await db.tenant(merchantId, runningTasks)
    for (let rows = 0; running.length > 0 && rows < ROWS_OF_A_TURN; rows += 1) {
      if (clock.now().getTime() - startMs >= TURN_MS) break
      const [taskId = '', ...others] = running
      const step = await db.tenant(merchantId, (tx) => doNextRow(tx, taskId, actions, services))
      running = step === 'over' ? others : [...others, taskId]
    }
    if (running.length > 0) await db.tenant(merchantId, (tx) => wakeTasks(tx, clock.now()))
  }
}

async function doNextRow(tx: Tx, taskId: string, actions: BulkCalls, services: JobServices): Promise<Step> {
  const now = services.clock.now()
  const task = await lockRunning(tx, taskId)
  if (task === null) return 'over'
  const action = actions.get(task.action)
  const actor = await actorOf(tx, task.employeeId, task.sessionId)
  const problem = problemOf(action, actor)
  if (action === undefined || actor === null || problem !== null) {
    const why = problem ?? ''
    await stopTask(tx, taskId, { problem: why, message: `${why}，未执行`, now })
    return 'over'
  }
  const row = await nextRow(tx, taskId)
  if (row === null) {
    await finishTask(tx, taskId, now)
    return 'over'
  }
  const failure = await failureOf(tx, { task, action, actor, row }, services)
  await recordRow(tx, taskId, row.position, { state: failure === null ? 'done' : 'failed', message: failure ?? '' })
  return 'row'
}

/** Why a task cannot go on, for its owner to read; null when it can. */
function problemOf(action: BulkCall | undefined, actor: Actor | null): string | null {
  if (actor === null) return '账号已停用'
  if (action === undefined) return '系统已不再支持该操作'
  return isGranted(action.does.spec.access, actor) ? null : `已没有“${action.title}”的权限`
}

interface RowAtWork {
  readonly task: TaskRow
  readonly action: BulkCall
  readonly actor: Actor
  readonly row: WaitingRow
}

/**
 * Does one row under a savepoint, as its owner's own call; gives why it failed, in the words that the call would answer,
 * or null. What fails because the database cannot answer is thrown: the whole transaction is done again.
 */
async function failureOf(
  tx: Tx,
  { task, action, actor, row }: RowAtWork,
  services: JobServices,
): Promise<string | null> {
  const { ip, userAgent, requestId } = task
  const context = {
    tx,
    actor,
    now: services.clock.now(),
    services,
    request: { ip, userAgent, requestId },
    isOwnVisitor: true,
    left: NEVER_LEFT,
  }
  const payload = payloadOf(action, row.rowId, task.input)
  const dependencies = { checksOutput: services.settings.mode !== 'production' }
  try {
    return await savepoint(tx, async () => {
      try {
        return refusalIn(action, await callWithin(dependencies, action.does, context, payload))
      } catch (error) {
        // what it wrote stays, as it would after the call
        if (error instanceof Refusal && error.keepsChanges) return error.message
        throw error
      }
    })
  } catch (error) {
    if (error instanceof Refusal || error instanceof TransportRefusal) return error.message
    if (tookTooLong(error)) return ERR_TEXT.busy
    if (isUnavailable(error) || isStorageFailure(error)) throw error
    const reference = newId().slice(-12)
    services.log.error({ err: error, reference, task: task.taskId, code: codeOf(error) }, 'a row of a task failed')
    return fillText(ERR_TEXT.internal, { reference })
  }
}
