import { type Grants, type GrantTree, inOrder } from '../people/grant-tree.ts'

const pagesOf = ({ groups }: GrantTree) => groups.flatMap(({ pages }) => pages)
const actionsOf = (tree: GrantTree): Grants =>
  new Set(pagesOf(tree).flatMap(({ actions }) => actions.map(({ id }) => id)))

/** What a key holds as the permission tree shows it: pages are open where something of them is held. */
export function shownGrants(tree: GrantTree, held: readonly string[]): Grants {
  const shown = new Set(held)
  for (const { path, actions } of pagesOf(tree)) if (actions.some(({ id }) => shown.has(id))) shown.add(path)
  return shown
}

/** What of the tree's ticks a key holds: pages mean nothing to a program. */
export function heldGrants(tree: GrantTree, shown: Grants): string[] {
  const actions = actionsOf(tree)
  return inOrder(tree, shown).filter((grant) => actions.has(grant))
}

/** What the editor may tick: what they may give, and the pages on which some of it stands. */
export function reachOf(tree: GrantTree, grantable: readonly string[]): Grants {
  const reach = new Set(grantable)
  for (const group of tree.groups) {
    const open = group.pages.filter(({ actions }) => actions.some(({ id }) => reach.has(id)))
    for (const { path } of open) reach.add(path)
    if (open.length > 0) reach.add(group.path)
  }
  return reach
}
