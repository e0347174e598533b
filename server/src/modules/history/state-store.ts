import { type StateTable, stateLabel } from '@huanji/domain/states/transition'
import type { ExpressionBuilder, UpdateObject } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'
import { moveSearch } from '../../database/search.ts'
import type { Tables } from '../../database/tables.ts'
import { refuse } from '../../errors/refusal.ts'
import type { Actor } from '../../platform/actor.ts'
import { type HistoryChange, recordHistory, type SystemWho } from './store.ts'

/** The tables whose rows have a merchant, an id and a state. */
export type StatefulTable = {
  [Name in keyof Tables]: 'merchantId' | 'id' | 'state' extends keyof Tables[Name] ? Name : never
}[keyof Tables]

type Assignments<Table extends StatefulTable> =
  | UpdateObject<Tables, Table>
  | ((eb: ExpressionBuilder<Tables, Table>) => UpdateObject<Tables, Table>)

export interface StateMove<S extends string, A extends string, Table extends StatefulTable> {
  readonly table: Table
  readonly id: string
  /** The domain's transition table; its name is the subject of the history line. */
  readonly states: StateTable<S, A>
  readonly action: A
  readonly who: Actor | SystemWho
  readonly now: Date
  readonly note?: string
  /** What else the move changes, in words. */
  readonly changes?: readonly HistoryChange[]
  /** More assignments of the same update, as the builder takes them. */
  readonly set?: Assignments<Table>
}

/**
 * Moves one thing along its transition table and writes the history line in the same transaction. Of two rivals the
 * second waits for the first and then meets the new state. Gives the new state.
 * Refuses NOT_FOUND for an id the merchant does not have, STATE_CHANGED when the present state does not allow the action.
 */
export async function moveState<S extends string, A extends string, Table extends StatefulTable>(
  tx: Tx,
  move: StateMove<S, A, Table>,
): Promise<S> {
  const { id, states, action } = move
  const state = await lockState(tx, move)
  if (state === null) return refuse('NOT_FOUND')
  const step = states.moves.find((one) => one.action === action && one.from.some((from) => from === state))
  if (!step) {
    const label = states.moves.find((one) => one.action === action)?.label ?? action
    return refuse('STATE_CHANGED', { state: stateLabel(states, state) ?? state, action: label })
  }
  await writeState(tx, move, step.to)
  if (isSearched(move.table)) await moveSearch(tx, id, step.to)
  await recordHistory(tx, {
    subject: states.name,
    subjectId: id,
    who: move.who,
    action,
    actionLabel: step.label,
    fromState: state,
    toState: step.to,
    note: move.note ?? '',
    changes: move.changes ?? [],
    now: move.now,
  })
  return step.to
}

/** True for a thing that keywords find: its entries stand under its state. */
const isSearched = (table: StatefulTable): boolean => table === 'saleOrder' || table === 'listing'

/** Any of the tables: what is read and written here they have in common. */
type AnyStateful = 'bill'

async function lockState(
  tx: Tx,
  { table, id }: { readonly table: StatefulTable; readonly id: string },
): Promise<string | null> {
  const row = await tx.one(
    db
      .selectFrom(table as AnyStateful)
      .select('state')
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', id)
      .forUpdate(),
  )
  return row?.state ?? null
}

async function writeState<S extends string, A extends string, Table extends StatefulTable>(
  tx: Tx,
  { table, id, set = {} }: StateMove<S, A, Table>,
  state: S,
): Promise<void> {
  await tx.run(
    db
      .updateTable(table as AnyStateful)
      .set(set as Assignments<AnyStateful>)
      .set({ state: state as Tables[AnyStateful]['state'] })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', id),
  )
}
