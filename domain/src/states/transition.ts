/** Who makes a move: a post of the merchant's staff, the buyer, the marketplace, or our own jobs and schedules. */
export type Who =
  | 'owner'
  | 'manager'
  | 'inspector'
  | 'operator'
  | 'shipper'
  | 'service'
  | 'finance'
  | 'buyer'
  | 'marketplace'
  | 'system'

export interface StateRow<S extends string> {
  readonly code: S
  readonly label: string
  /** The public marketplace number of this state, where it has one. */
  readonly wireCode?: number
  /** Nothing leads out of a final state. */
  readonly final?: boolean
}

export interface Move<S extends string, A extends string> {
  readonly from: readonly S[]
  readonly action: A
  readonly to: S
  readonly label: string
  readonly who: Who
}

/** The state machine of one kind of thing: its states, and every move between them. */
export interface StateTable<S extends string = string, A extends string = string> {
  readonly name: string
  readonly initial: S
  readonly states: readonly StateRow<S>[]
  readonly moves: readonly Move<S, A>[]
}

/** Gives the table back with its state and action words as types; `verifyStates` does the checking at start-up. */
export function defineStates<const S extends string, const A extends string>(
  table: StateTable<S, A>,
): StateTable<S, A> {
  return table
}

function reachableFrom(table: StateTable, start: string): Set<string> {
  const seen = new Set([start])
  const waiting = [start]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const move of table.moves) {
      if (move.from.includes(at) && !seen.has(move.to)) {
        seen.add(move.to)
        waiting.push(move.to)
      }
    }
  }
  return seen
}

function verifyWords(table: StateTable): void {
  const codes = table.states.map((state) => state.code)
  if (new Set(codes).size !== codes.length) throw new Error(`${table.name}: a state is declared twice`)
  const known = new Set(codes)
  if (!known.has(table.initial)) throw new Error(`${table.name}: unknown initial state ${table.initial}`)
  for (const move of table.moves) {
    for (const code of [...move.from, move.to]) {
      if (!known.has(code)) throw new Error(`${table.name}: ${move.action} names unknown state ${code}`)
    }
  }
}

function verifyMoves(table: StateTable): void {
  const taken = new Set<string>()
  for (const move of table.moves) {
    for (const from of move.from) {
      const key = `${from} + ${move.action}`
      if (taken.has(key)) throw new Error(`${table.name}: ${key} leads to more than one state`)
      taken.add(key)
    }
  }
}

/**
 * Refuses a table that cannot be right: an unknown or repeated state, a state nothing leads to, a dead end that is not
 * final, a final state with a way out, or two moves with the same start and action.
 * @throws Error naming the table and the fault (architecture: checked at start-up)
 */
export function verifyStates(table: StateTable): void {
  verifyWords(table)
  verifyMoves(table)
  const reachable = reachableFrom(table, table.initial)
  for (const state of table.states) {
    if (!reachable.has(state.code)) throw new Error(`${table.name}: nothing leads to ${state.code}`)
    const hasWayOut = table.moves.some((move) => move.from.includes(state.code))
    if (!hasWayOut && !state.final) throw new Error(`${table.name}: ${state.code} is a dead end but not final`)
    if (hasWayOut && state.final) throw new Error(`${table.name}: ${state.code} is final but has a way out`)
  }
}

/** The state that `action` leads to, or null when it is not allowed in `from` (or either word is unknown). */
export function nextState<S extends string, A extends string>(
  table: StateTable<S, A>,
  from: string,
  action: string,
): S | null {
  const move = table.moves.find((row) => row.action === action && row.from.some((code) => code === from))
  return move?.to ?? null
}

/** The actions allowed in `from`, in the table's order; empty for a final or unknown state. */
export function allowedActions<S extends string, A extends string>(table: StateTable<S, A>, from: string): A[] {
  return table.moves.filter((row) => row.from.some((code) => code === from)).map((row) => row.action)
}

/** The Chinese label of a state, or null when the table has no such state. */
export function stateLabel(table: StateTable, code: string): string | null {
  return table.states.find((state) => state.code === code)?.label ?? null
}

/** The state with a marketplace number, or null; the first one where several share the number. */
export function stateByWireCode<S extends string, A extends string>(
  table: StateTable<S, A>,
  wireCode: number,
): S | null {
  return table.states.find((state) => state.wireCode === wireCode)?.code ?? null
}
