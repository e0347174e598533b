import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { type ColumnsOf, db, jsonText, type RowOf } from '../../database/query.ts'
import type { FoundRow } from './found-rows.ts'

const COLUMNS = [
  'id as taskId',
  'employeeId',
  'sessionId',
  'ip',
  'userAgent',
  'requestId',
  'action',
  'input',
  'state',
  'total',
  'totalIsCapped',
  'doneCount',
  'failedCount',
  'skippedCount',
  'problem',
  'createdAt',
  'finishedAt',
  'expiresAt',
  'seenAt',
] as const satisfies ColumnsOf<'task'>

/** A task; times are ISO 8601. */
export type TaskRow = RowOf<'task', typeof COLUMNS>

const tasks = (tx: Tx) => db.selectFrom('task').where('merchantId', '=', tx.merchantId)

/** A person's tasks that have not expired. */
const ownTasks = (tx: Tx, employeeId: string, now: Date) =>
  tasks(tx).where('employeeId', '=', employeeId).where('expiresAt', '>', now.toISOString())

/** The newest tasks of a person, at most `limit`. */
export function newestTasks(tx: Tx, employeeId: string, now: Date, limit: number): Promise<TaskRow[]> {
  return tx.rows(
    ownTasks(tx, employeeId, now).orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).select(COLUMNS),
  )
}

/** One task of a person, or null when there is none of this id that has not expired. */
export function findTask(tx: Tx, employeeId: string, taskId: string, now: Date): Promise<TaskRow | null> {
  return tx.one(ownTasks(tx, employeeId, now).where('id', '=', taskId).select(COLUMNS))
}

/** The same, held to the commit: no row of it is done meanwhile. */
export function lockOwnTask(tx: Tx, employeeId: string, taskId: string, now: Date): Promise<TaskRow | null> {
  return tx.one(ownTasks(tx, employeeId, now).where('id', '=', taskId).select(COLUMNS).forUpdate())
}

/** A task that runs, held to the commit so that one row of it is done at a time; null for any other. */
export function lockRunning(tx: Tx, taskId: string): Promise<TaskRow | null> {
  return tx.one(tasks(tx).where('id', '=', taskId).where('state', '=', 'running').select(COLUMNS).forUpdate())
}

/** The ids of the merchant's running tasks, oldest first. */
export async function runningTasks(tx: Tx): Promise<string[]> {
  const rows = await tx.rows(tasks(tx).where('state', '=', 'running').orderBy('createdAt').orderBy('id').select('id'))
  return rows.map(({ id }) => id)
}

/** How many tasks of a person run. */
export async function countRunning(tx: Tx, employeeId: string): Promise<number> {
  const running = tasks(tx).where('employeeId', '=', employeeId).where('state', '=', 'running')
  return (await tx.one(running.select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0
}

/** How many rows the tasks have together that a person began since `moment`. */
export async function countRowsSince(tx: Tx, employeeId: string, moment: Date): Promise<number> {
  const begun = tasks(tx).where('employeeId', '=', employeeId).where('createdAt', '>', moment.toISOString())
  return (
    (await tx.one(begun.select(({ fn }) => fn.coalesce(fn.sum<number>('total'), sql<number>`0`).as('rows'))))?.rows ?? 0
  )
}

/** How many tasks of a person run, or have ended and were not looked at. */
export async function countOpen(tx: Tx, employeeId: string, now: Date): Promise<number> {
  const open = ownTasks(tx, employeeId, now).where('seenAt', 'is', null)
  return (await tx.one(open.select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0
}

/** Keeps a person's other calls that begin a task waiting to the commit, so that they are counted one after the other. */
export async function lockOwner(tx: Tx, employeeId: string): Promise<void> {
  await tx.rows(
    db
      .selectFrom('employee')
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', employeeId)
      .select(sql.lit(1).as('locked'))
      .forNoKeyUpdate(),
  )
}

type Fields = Readonly<Record<string, unknown>>

export type NewTask = Pick<
  TaskRow,
  'taskId' | 'employeeId' | 'sessionId' | 'ip' | 'userAgent' | 'requestId' | 'action' | 'totalIsCapped'
> & {
  readonly filter: Fields
  readonly input: Fields
  readonly expiresAt: Date
}

/** Rows of one statement: each has seven parameters. */
const ROWS_OF_A_STATEMENT = 1000

/**
 * Writes a task with its rows, in their order. Rows that do not allow the action are passed over from the start; with
 * nothing else the task has ended. Gives whether there is something to do.
 */
export async function insertTask(tx: Tx, task: NewTask, rows: readonly FoundRow[], now: Date): Promise<boolean> {
  tx.changed('badge')
  const { merchantId } = tx
  const { taskId: id, filter, input, ...rest } = task
  const skippedCount = rows.filter(({ obstacle }) => obstacle !== null).length
  const isRunning = skippedCount < rows.length
  await tx.run(
    db.insertInto('task').values({
      merchantId,
      id,
      ...rest,
      filter: jsonText(filter),
      input: jsonText(input),
      createdAt: now,
      state: isRunning ? 'running' : 'done',
      finishedAt: isRunning ? null : now,
      total: rows.length,
      skippedCount,
    }),
  )
  const values = rows.map(({ rowId, label, obstacle }, position) => {
    const state = obstacle === null ? ('waiting' as const) : ('skipped' as const)
    return { merchantId, taskId: id, position, rowId, label, state, message: obstacle ?? '' }
  })
  for (let at = 0; at < values.length; at += ROWS_OF_A_STATEMENT) {
    await tx.run(db.insertInto('taskRow').values(values.slice(at, at + ROWS_OF_A_STATEMENT)))
  }
  return isRunning
}

const rowsOf = (tx: Tx, taskId: string) =>
  db.selectFrom('taskRow').where('merchantId', '=', tx.merchantId).where('taskId', '=', taskId)

export interface WaitingRow {
  readonly position: number
  readonly rowId: string
}

/** The first row of a task that is still to be done, or null. The task must be held. */
export function nextRow(tx: Tx, taskId: string): Promise<WaitingRow | null> {
  return tx.one(
    rowsOf(tx, taskId).where('state', '=', 'waiting').orderBy('position').limit(1).select(['position', 'rowId']),
  )
}

const ownTask = (tx: Tx, taskId: string) =>
  db.updateTable('task').where('merchantId', '=', tx.merchantId).where('id', '=', taskId)

const ownRows = (tx: Tx, taskId: string) =>
  db.updateTable('taskRow').where('merchantId', '=', tx.merchantId).where('taskId', '=', taskId)

/** Writes down what became of a row, and counts it. */
export async function recordRow(
  tx: Tx,
  taskId: string,
  position: number,
  result: { readonly state: 'done' | 'failed'; readonly message: string },
): Promise<void> {
  await tx.run(ownRows(tx, taskId).set(result).where('position', '=', position))
  const column = result.state === 'done' ? 'doneCount' : 'failedCount'
  await tx.run(ownTask(tx, taskId).set(({ eb }) => ({ [column]: eb(column, '+', 1) })))
}

/** Ends a task whose rows are all done. */
export async function finishTask(tx: Tx, taskId: string, now: Date): Promise<void> {
  await tx.run(ownTask(tx, taskId).set({ state: 'done', finishedAt: now }))
}

/** Ends a task before its rows do, which are passed over with `message`; `problem` says why unless the person wanted it. */
export async function stopTask(
  tx: Tx,
  taskId: string,
  { problem, message, now }: { readonly problem: string; readonly message: string; readonly now: Date },
): Promise<void> {
  const skipped = await tx.run(ownRows(tx, taskId).set({ state: 'skipped', message }).where('state', '=', 'waiting'))
  await tx.run(
    ownTask(tx, taskId).set(({ eb }) => ({
      state: 'cancelled',
      problem,
      finishedAt: now,
      skippedCount: eb('skippedCount', '+', skipped),
    })),
  )
}

/** Has the failed rows of a task done again. */
export async function repeatFailed(tx: Tx, taskId: string, expiresAt: Date): Promise<void> {
  tx.changed('badge')
  await tx.run(ownRows(tx, taskId).set({ state: 'waiting', message: '' }).where('state', '=', 'failed'))
  await tx.run(
    ownTask(tx, taskId).set({
      state: 'running',
      failedCount: 0,
      problem: '',
      finishedAt: null,
      seenAt: null,
      expiresAt,
    }),
  )
}

/** Notes that the person has looked at how a task ended. */
export async function markSeen(tx: Tx, taskId: string, now: Date): Promise<void> {
  tx.changed('badge')
  await tx.run(ownTask(tx, taskId).set({ seenAt: now }).where('state', '<>', 'running'))
}

/** The first `limit` rows of a task that failed, in their order. */
export function failuresOf(tx: Tx, taskId: string, limit: number): Promise<{ label: string; message: string }[]> {
  return tx.rows(
    rowsOf(tx, taskId).where('state', '=', 'failed').orderBy('position').limit(limit).select(['label', 'message']),
  )
}

/** Why rows of a task were passed over and how many for each reason, most first. */
export function skipsOf(tx: Tx, taskId: string, limit: number): Promise<{ message: string; count: number }[]> {
  return tx.rows(
    rowsOf(tx, taskId)
      .where('state', '=', 'skipped')
      .groupBy('message')
      .select(({ fn }) => ['message', fn.countAll<number>().as('count')])
      .orderBy('count', 'desc')
      .orderBy('message')
      .limit(limit),
  )
}

/** Removes the merchant's tasks that have expired, with their results; one that runs stays. */
export async function removeExpired(tx: Tx, now: Date): Promise<void> {
  await tx.run(
    db
      .deleteFrom('task')
      .where('merchantId', '=', tx.merchantId)
      .where('expiresAt', '<=', now.toISOString())
      .where('state', '<>', 'running'),
  )
}
