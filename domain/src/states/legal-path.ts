import type { Move, StateTable } from './transition.ts'

/**
 * The shortest row of actions that leads from one state to another, or null when none does; empty when they are equal.
 * What the marketplace reports can skip states that we never heard of (a lost push): the path takes our record through
 * each of them, so that every state has its line in the history. Moves of the marketplace, the buyer and the system
 * are preferred to those of people.
 * @param avoid actions that the report rules out
 */
export function legalPath<S extends string, A extends string>(
  table: StateTable<S, A>,
  from: string,
  to: string,
  avoid: readonly A[] = [],
): A[] | null {
  const moves = [...table.moves].filter((move) => !avoid.includes(move.action)).sort((a, b) => rank(a) - rank(b))
  const seen = new Set([from])
  let paths: { readonly at: string; readonly actions: A[] }[] = [{ at: from, actions: [] }]
  while (paths.length > 0) {
    const arrived = paths.find((path) => path.at === to)
    if (arrived) return arrived.actions
    const longer: { readonly at: string; readonly actions: A[] }[] = []
    for (const path of paths) {
      for (const move of moves) {
        if (seen.has(move.to) || !move.from.some((state) => state === path.at)) continue
        seen.add(move.to)
        longer.push({ at: move.to, actions: [...path.actions, move.action] })
      }
    }
    paths = longer
  }
  return null
}

function rank(move: Move<string, string>): number {
  return move.who === 'marketplace' || move.who === 'buyer' || move.who === 'system' ? 0 : 1
}
