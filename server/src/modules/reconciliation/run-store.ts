import type { OutputOf } from '@huanji/contract/call'
import type { billCheck } from '@huanji/contract/features/reconciliation/calls'
import { BILL_CHECK_STATES } from '@huanji/domain/states/bill-check'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { type ColumnsOf, db, type RowOf } from '../../database/query.ts'
import { moveState } from '../history/state-store.ts'

const SHOWN = [
  'id as checkId',
  'scope',
  'state',
  'since',
  'checked',
  'found',
  'resolved',
  'requestedBy',
  'problem',
  'createdAt',
  'finishedAt',
] as const satisfies ColumnsOf<'billCheck'>

/** A reconciliation as people see it. */
export type CheckView = OutputOf<typeof billCheck.run>['check']

const COLUMNS = [...SHOWN, 'phase', 'cursor', 'importId'] as const satisfies ColumnsOf<'billCheck'>

/** A reconciliation as the work on it needs it. */
export type CheckRecord = RowOf<'billCheck', typeof COLUMNS>

const checks = (tx: Tx) => db.selectFrom('billCheck').where('merchantId', '=', tx.merchantId)

const newest = (tx: Tx) => checks(tx).orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(1)

/** The newest reconciliation, running or not; null before the first. */
export const lastCheck = (tx: Tx): Promise<CheckView | null> => tx.one(newest(tx).select(SHOWN))

/** When the newest of every night was begun; null before the first. */
export async function lastNightly(tx: Tx): Promise<string | null> {
  const row = await tx.one(newest(tx).where('requestedBy', '=', '').where('scope', '<>', 'file').select('createdAt'))
  return row?.createdAt ?? null
}

/** When all orders were compared last; null before the first time. */
export async function lastWhole(tx: Tx): Promise<string | null> {
  const row = await tx.one(newest(tx).where('scope', '=', 'all').where('state', '=', 'done').select('createdAt'))
  return row?.createdAt ?? null
}

/** The one that runs, or null. */
export const runningCheck = (tx: Tx): Promise<CheckView | null> =>
  tx.one(checks(tx).where('state', '=', 'running').select(SHOWN))

/** One reconciliation, held to the commit. */
export const lockCheck = (tx: Tx, checkId: string): Promise<CheckRecord | null> =>
  tx.one(checks(tx).where('id', '=', checkId).select(COLUMNS).forUpdate())

export interface NewCheck {
  readonly checkId: string
  readonly scope: CheckRecord['scope']
  readonly phase: CheckRecord['phase']
  readonly since: string | null
  readonly importId: string | null
  readonly requestedBy: string
}

/** Begins a reconciliation; false while another runs. */
export async function insertCheck(tx: Tx, { checkId, ...check }: NewCheck, now: Date): Promise<boolean> {
  const row = { merchantId: tx.merchantId, id: checkId, state: BILL_CHECK_STATES.initial, ...check, createdAt: now }
  const insert = db
    .insertInto('billCheck')
    .values(row)
    .onConflict((conflict) => conflict.column('merchantId').where('state', '=', sql.lit('running')).doNothing())
  return (await tx.run(insert)) === 1
}

const update = (tx: Tx, checkId: string) =>
  db.updateTable('billCheck').where('merchantId', '=', tx.merchantId).where('id', '=', checkId)

/** How far a reconciliation has come, and what its last step found. */
export interface CheckStep {
  readonly phase: CheckRecord['phase']
  readonly cursor: string
  readonly checked: number
  readonly found: number
  readonly resolved: number
}

/** Writes a step down; its counts are added to those before. */
export async function addStep(tx: Tx, checkId: string, step: CheckStep): Promise<void> {
  const { phase, cursor, checked, found, resolved } = step
  await tx.run(
    update(tx, checkId).set(({ eb }) => ({
      phase,
      cursor,
      checked: eb('checked', '+', checked),
      found: eb('found', '+', found),
      resolved: eb('resolved', '+', resolved),
    })),
  )
}

/** Ends a reconciliation: done, or broken off with a sentence. */
export async function endCheck(tx: Tx, checkId: string, problem: string, now: Date): Promise<void> {
  const action = problem === '' ? 'finish' : 'fail'
  const move = { table: 'billCheck', id: checkId, states: BILL_CHECK_STATES, action, who: 'system', now } as const
  await moveState(tx, { ...move, note: problem, set: { finishedAt: now, problem } })
}

/** Removes the records of reconciliations from before a moment. */
export const removeChecksBefore = (tx: Tx, moment: Date): Promise<number> =>
  tx.run(
    db
      .deleteFrom('billCheck')
      .where('merchantId', '=', tx.merchantId)
      .where('createdAt', '<', moment.toISOString())
      .where('state', '<>', 'running'),
  )
