import { type StateTable, stateLabel } from '@huanji/domain/states/transition'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordHistory, type SystemWho } from './store.ts'

export interface StateMove<S extends string, A extends string> {
  /** The table, by `sql.table('…')`: it has merchant_id, id and state. */
  readonly table: RawBuilder<unknown>
  readonly id: string
  /** The domain's transition table; its name is the subject of the history line. */
  readonly states: StateTable<S, A>
  readonly action: A
  readonly who: Actor | SystemWho
  readonly now: Date
  readonly note?: string
  /** More assignments of the same update, each like sql`updated_at = ${now}`. */
  readonly set?: readonly RawBuilder<unknown>[]
}

/**
 * Moves one thing along its transition table and writes the history line in the same transaction. Of two rivals the
 * second waits for the first and then meets the new state. Gives the new state.
 * Refuses NOT_FOUND for an id the merchant does not have, STATE_CHANGED when the present state does not allow the action.
 */
export async function moveState<S extends string, A extends string>(tx: Tx, move: StateMove<S, A>): Promise<S> {
  const { table, id, states, action } = move
  const row = await tx.one<{ state: string }>(
    sql`select state from ${table} where merchant_id = ${tx.merchantId} and id = ${id} for update`,
  )
  if (!row) return refuse('NOT_FOUND')
  const step = states.moves.find((one) => one.action === action && one.from.some((from) => from === row.state))
  if (!step) {
    const label = states.moves.find((one) => one.action === action)?.label ?? action
    return refuse('STATE_CHANGED', { state: stateLabel(states, row.state) ?? row.state, action: label })
  }
  const assignments = sql.join([sql`state = ${step.to}`, ...(move.set ?? [])])
  await tx.run(sql`update ${table} set ${assignments} where merchant_id = ${tx.merchantId} and id = ${id}`)
  await recordHistory(tx, {
    subject: states.name,
    subjectId: id,
    who: move.who,
    action,
    actionLabel: step.label,
    fromState: row.state,
    toState: step.to,
    note: move.note ?? '',
    now: move.now,
  })
  return step.to
}
