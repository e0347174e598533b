import type { Grants, GrantTree } from '../../people/grant-tree.ts'

const NAMED_AT_MOST = 5

/**
 * What one tick brought along or took along beyond the page it was made on, in a sentence; empty when nothing. Several
 * pages that change together, as by 全选, are seen on screen and not told.
 */
export function alongText(tree: GrantTree, titles: ReadonlyMap<string, string>, before: Grants, after: Grants): string {
  const pages = tree.groups.flatMap((group) => group.pages)
  const actions = new Set(pages.flatMap((page) => page.actions.map(({ id }) => id)))
  const names = (grants: readonly string[]) => {
    const named = grants.slice(0, NAMED_AT_MOST).map((grant) => titles.get(grant) ?? grant)
    return named.join('、') + (grants.length > NAMED_AT_MOST ? `等${grants.length}项` : '')
  }
  const added = [...after].filter((grant) => actions.has(grant) && !before.has(grant))
  const taken = [...before].filter((grant) => actions.has(grant) && !after.has(grant))
  const [ticked, ...needed] = added
  if (ticked !== undefined && needed.length > 0) return `勾上了“${names([ticked])}”，要用到的也勾上了：${names(needed)}`
  if (taken.length > 1) return `取消了，离不开它的也一起取消了：${names(taken)}`
  return ''
}
