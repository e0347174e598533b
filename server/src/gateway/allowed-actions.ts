import type { CallSpec } from '@huanji/contract/call'
import type { RefusalCode } from '@huanji/contract/errors'
import { type Move, type StateTable, stateLabel } from '@huanji/domain/states/transition'
import { type RefusalValues, refuse } from '../errors/refusal.ts'
import { isGranted } from '../platform/access.ts'
import type { Actor } from '../platform/actor.ts'

/** Why something cannot be done with a thing as it stands: the refusal that says so. */
export interface Obstacle {
  readonly code: RefusalCode
  readonly values?: RefusalValues
  /** The input field that it is about. */
  readonly field?: string
}

/** One thing that can be done with a row: the row's `allowedActions` and the refusals of the call both come from it. */
export interface ActionRule<Facts> {
  /** What refusals call it: 不能…. */
  readonly label: string
  /** The call that does it. Whoever may not make it is not offered the action. */
  readonly call: CallSpec
  /** The move of the thing's state table that it makes, or asks the marketplace for: the state must allow it. */
  readonly move?: { readonly table: StateTable; readonly move: Move<string, string> }
  /** How it is refused when the state does not allow it; STATE_CHANGED where nothing else is said. */
  readonly wrongState?: (facts: Facts) => Obstacle
  /** What else stands in its way, looked at once the state allows it; null for nothing. */
  readonly obstacle?: (facts: Facts) => Obstacle | null
  /** True when what it brings about is so already: it is not offered, and does no harm when it is asked for. */
  readonly isNeedless?: (facts: Facts) => boolean
}

export type ActionRules<Action extends string, Facts> = Readonly<Record<Action, ActionRule<Facts>>>

/** A move of a state table that people make. @throws Error when the table has no such move, or it is not for people to make */
export function moveOf<S extends string, A extends string>(
  table: StateTable<S, A>,
  action: A,
): { readonly table: StateTable; readonly move: Move<string, string> } {
  const move = table.moves.find((one) => one.action === action)
  if (!move) throw new Error(`${table.name} has no move ${action}`)
  if (['buyer', 'marketplace', 'system'].includes(move.who)) throw new Error(`${move.who} makes the move ${action}`)
  return { table, move }
}

/** The refusal of an action that the state of a thing does not allow; `state` as a person reads it. */
export const wrongState = (state: string, action: string): Obstacle => ({
  code: 'STATE_CHANGED',
  values: { state, action },
})

/** What stands in the way of an action, whoever asks for it; null when it can be done. */
export function obstacleTo<Facts>(rule: ActionRule<Facts>, facts: Facts): Obstacle | null {
  const { label, move, obstacle } = rule
  const { state = '' } = facts as { readonly state?: string }
  if (move && !move.move.from.includes(state)) {
    return rule.wrongState?.(facts) ?? wrongState(stateLabel(move.table, state) ?? state, label)
  }
  return obstacle?.(facts) ?? null
}

/** What the actor may do with a thing now, in the order of its rules: the rights, the state, and what else the rules ask. */
export function allowedActions<Action extends string, Facts>(
  rules: ActionRules<Action, Facts>,
  facts: Facts,
  actor: Pick<Actor, 'grants' | 'isOwner'>,
): Action[] {
  return (Object.keys(rules) as Action[]).filter((action) => {
    const rule = rules[action]
    return isGranted(rule.call.access, actor) && obstacleTo(rule, facts) === null && rule.isNeedless?.(facts) !== true
  })
}

/** Refuses an action that a thing does not allow as it stands, in the words of its rule. The gateway has seen to the rights. */
export function requireAllowed<Action extends string, Facts>(
  rules: ActionRules<Action, Facts>,
  action: Action,
  facts: Facts,
): void {
  refuseObstacle(obstacleTo(rules[action], facts))
}

/** Refuses in the words of an obstacle; without one nothing happens. */
export function refuseObstacle(found: Obstacle | null): void {
  if (found === null) return
  const { code, values, field } = found
  refuse(code, values, field === undefined ? {} : { field })
}
