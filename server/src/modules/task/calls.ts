import type { OutputOf } from '@huanji/contract/call'
import { task } from '@huanji/contract/features/task/calls'
import { refuse } from '../../errors/refusal.ts'
import { type HandlerGroup, handlers } from '../../gateway/handler.ts'
import { isGranted } from '../../platform/access.ts'
import { type BulkCalls, bulkCalls } from './bulk-calls.ts'
import { cancelTask, createTask, retryTask } from './commands.ts'
import { failuresOf, findTask, markSeen, newestTasks, skipsOf, type TaskRow } from './store.ts'

const NEWEST = 20
const FAILURES = 200
const SKIP_REASONS = 20

type PresentedTask = OutputOf<typeof task.list>['tasks'][number]

/** A task as its owner sees it. */
function presentTask(row: TaskRow, actions: BulkCalls): PresentedTask {
  const { taskId, action, state, total, totalIsCapped, doneCount, failedCount, skippedCount, problem, seenAt } = row
  const { createdAt, finishedAt, expiresAt } = row
  return {
    taskId,
    action,
    title: actions.get(action)?.title ?? action,
    state,
    total,
    totalIsCapped,
    doneCount,
    failedCount,
    skippedCount,
    problem,
    isSeen: seenAt !== null,
    createdAt,
    finishedAt,
    expiresAt,
  }
}

/** The calls of long work, over the calls of `groups` that it makes. */
export function taskCalls(groups: readonly HandlerGroup[]): HandlerGroup {
  const actions = bulkCalls(groups)
  return handlers(task, {
    create: (context, input) => createTask(context, actions, input),

    get: async ({ tx, actor, now }, { taskId }) => {
      const row = await findTask(tx, actor.employeeId, taskId, now)
      if (row === null) return refuse('NOT_FOUND')
      // whoever may not see the list any more is not told what its rows are called either
      const access = actions.get(row.action)?.lists.spec.access
      const mayRead = access !== undefined && isGranted(access, actor)
      const failures = row.failedCount > 0 && mayRead ? await failuresOf(tx, taskId, FAILURES) : []
      const skips = row.skippedCount === 0 ? [] : await skipsOf(tx, taskId, SKIP_REASONS)
      return { ...presentTask(row, actions), failures, skips }
    },

    list: async ({ tx, actor, now }) => {
      const rows = await newestTasks(tx, actor.employeeId, now, NEWEST)
      return { tasks: rows.map((row) => presentTask(row, actions)) }
    },

    cancel: async (context, { taskId }) => {
      await cancelTask(context, taskId)
      return {}
    },

    retry: async (context, { taskId }) => {
      await retryTask(context, actions, taskId)
      return {}
    },

    markSeen: async ({ tx, actor, now }, { taskId }) => {
      if ((await findTask(tx, actor.employeeId, taskId, now)) === null) return refuse('NOT_FOUND')
      await markSeen(tx, taskId, now)
      return {}
    },
  })
}
