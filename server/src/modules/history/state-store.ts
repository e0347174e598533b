import { type StateTable, stateLabel } from '@huanji/domain/states/transition'
import type { ExpressionBuilder, UpdateObject } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'
import { moveSearch } from '../../database/search.ts'
import type { Tables } from '../../database/tables.ts'
import { refuse } from '../../errors/refusal.ts'
import { type HistoryChange, type Mover, recordHistoryOfMany } from './store.ts'

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
  /** What the move is called of this thing; as its table says unless given. */
  readonly label?: string
  readonly who: Mover
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
  { id, ...move }: StateMove<S, A, Table>,
): Promise<S> {
  const state = (await moveStates(tx, [id], move)).get(id)
  if (state === undefined) throw new Error('a moved thing has no state')
  return state
}

/** The same for many things at once, locked in the order of their ids: all of them, or none. Gives the new state of each. */
export async function moveStates<S extends string, A extends string, Table extends StatefulTable>(
  tx: Tx,
  ids: readonly string[],
  move: Omit<StateMove<S, A, Table>, 'id'>,
): Promise<ReadonlyMap<string, S>> {
  const { states, action } = move
  const locked = await lockStates(tx, move.table, ids)
  if (locked.length < ids.length) return refuse('NOT_FOUND')
  const moved = new Map<string, S>()
  for (const [state, things] of Map.groupBy(locked, (one) => one.state)) {
    const step = states.moves.find((one) => one.action === action && one.from.some((from) => from === state))
    if (!step) {
      const label = states.moves.find((one) => one.action === action)?.label ?? action
      return refuse('STATE_CHANGED', { state: stateLabel(states, state) ?? state, action: label })
    }
    const group = things.map(({ id }) => id)
    await writeStates(tx, group, move, step.to)
    if (isSearched(move.table)) for (const id of group) await moveSearch(tx, id, step.to)
    await recordHistoryOfMany(tx, group, {
      subject: states.name,
      who: move.who,
      action,
      actionLabel: move.label ?? step.label,
      fromState: state,
      toState: step.to,
      note: move.note ?? '',
      changes: move.changes ?? [],
      now: move.now,
    })
    for (const id of group) moved.set(id, step.to)
  }
  return moved
}

/** True for a thing that keywords find: its entries stand under its state. */
const isSearched = (table: StatefulTable): boolean => table === 'saleOrder' || table === 'listing' || table === 'refund'

/** Any of the tables: what is read and written here they have in common. */
type AnyStateful = 'bill'

function lockStates(
  tx: Tx,
  table: StatefulTable,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly state: string }[]> {
  return tx.rows(
    db
      .selectFrom(table as AnyStateful)
      .select(['id', 'state'])
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', anyOf(ids))
      .orderBy('id')
      .forUpdate(),
  )
}

async function writeStates<S extends string, A extends string, Table extends StatefulTable>(
  tx: Tx,
  ids: readonly string[],
  { table, set = {} }: Omit<StateMove<S, A, Table>, 'id'>,
  state: S,
): Promise<void> {
  await tx.run(
    db
      .updateTable(table as AnyStateful)
      .set(set as Assignments<AnyStateful>)
      .set({ state: state as Tables[AnyStateful]['state'] })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', anyOf(ids)),
  )
}
