import type { MenuNode } from './menu-tree.ts'
import { ALSO_DONE_ON, GRANT_NEEDS, MENU, type Need } from './tables.ts'

/** The pages of the menu that an action stands on, in its order. */
function pagesByAction(nodes: readonly MenuNode[], found = new Map<string, string[]>()): Map<string, string[]> {
  for (const { path, children = [] } of nodes) {
    for (const { interfaceId } of children)
      if (path !== undefined && interfaceId !== undefined)
        found.set(interfaceId, [...(found.get(interfaceId) ?? []), path])
    pagesByAction(children, found)
  }
  return found
}

const PAGES_BY_ACTION = pagesByAction(MENU)

/** Everything that a page or an action cannot do without; nothing for what the menu does not know. */
export function needsOf(grant: string): readonly Need[] {
  const pages = PAGES_BY_ACTION.get(grant)
  const page = pages === undefined ? [] : [[...pages, ...(ALSO_DONE_ON[grant] ?? [])]]
  return [...page, ...(GRANT_NEEDS[grant] ?? [])]
}

/** Says what a grant cannot do without. */
export type NeedsOf = (grant: string) => readonly Need[]

/** What is needed of what is known: a need that nothing known meets is left out. */
export const needsAmong = (known: ReadonlySet<string>): NeedsOf => {
  const kept = (need: Need): Need[] => {
    if (typeof need === 'string') return known.has(need) ? [need] : []
    const some = need.filter((one) => known.has(one))
    return some.length > 0 ? [some] : []
  }
  return (grant) => needsOf(grant).flatMap(kept)
}

const isMet = (need: Need, held: ReadonlySet<string>): boolean =>
  typeof need === 'string' ? held.has(need) : need.some((one) => held.has(one))

/**
 * The grants with everything that they cannot do without. Where one of several would do and none is held, the usual one
 * is taken, once what is needed in any case is there.
 */
export function withNeeds(grants: Iterable<string>, needs: NeedsOf = needsOf): Set<string> {
  const held = new Set(grants)
  for (;;) {
    const unmet = [...held].flatMap((grant) => needs(grant).filter((need) => !isMet(need, held)))
    const plain = unmet.filter((need) => typeof need === 'string')
    const [usual] = unmet.flatMap((need) => (typeof need === 'string' ? [] : need.slice(0, 1)))
    if (plain.length === 0 && usual === undefined) return held
    for (const grant of plain.length > 0 ? plain : [usual ?? '']) held.add(grant)
  }
}

/**
 * What is left of the grants once some were taken away: without those that could be done before and now lack something,
 * and without those that need these in turn. What could not be done before either stays as it is.
 */
export function withoutStranded(
  left: Iterable<string>,
  before: ReadonlySet<string>,
  needs: NeedsOf = needsOf,
): Set<string> {
  const held = new Set(left)
  for (;;) {
    const stranded = [...held].filter((grant) => needs(grant).some((need) => isMet(need, before) && !isMet(need, held)))
    if (stranded.length === 0) return held
    for (const grant of stranded) held.delete(grant)
  }
}

/** What is held and cannot be done, with what it lacks. */
interface Gap {
  readonly grant: string
  /** As many grants as are needed, the usual one where one of several would do. */
  readonly lacks: readonly string[]
}

/** Everything that is held of these grants and cannot be done with them. */
export function gapsOf(grants: Iterable<string>, needs: NeedsOf = needsOf): Gap[] {
  const held = new Set(grants)
  return [...held].flatMap((grant) => {
    const unmet = needs(grant).filter((need) => !isMet(need, held))
    const lacks = unmet.flatMap((need) => (typeof need === 'string' ? need : need.slice(0, 1)))
    return lacks.length === 0 ? [] : [{ grant, lacks }]
  })
}
