import { type NeedsOf, needsAmong, withNeeds, withoutStranded } from '@huanji/contract/grant-needs'
import { flattenMenu, type MenuNode } from '@huanji/contract/menu-tree'

/**
 * The permission tree as the role editor works on it: groups, the pages that stand in the sidebar, and what can be done
 * on each (docs/specification.md §2, §7). Everything here is pure; a set of grants goes in and a new one comes out.
 */

export type Grants = ReadonlySet<string>

export interface GrantAction {
  /** A call's path or a field right. The same one may stand on several pages and is one grant. */
  readonly id: string
  readonly title: string
}

export interface GrantPage {
  readonly path: string
  readonly title: string
  readonly actions: readonly GrantAction[]
  /** Pages without an entry of their own, such as a detail: they are granted and taken with this one. */
  readonly hiddenPaths: readonly string[]
}

export interface GrantGroup {
  readonly path: string
  readonly title: string
  readonly pages: readonly GrantPage[]
}

export interface GrantTree {
  readonly groups: readonly GrantGroup[]
  /** Every grant there is, each once, in the menu's order. */
  readonly order: readonly string[]
  /** What ticking a grant ticks along, and what goes when it goes. */
  readonly needs: NeedsOf
}

const NO_NEEDS: NeedsOf = () => []

/** How much of a page or group is granted. */
export type Mark = 'none' | 'some' | 'all'

const isPage = (node: MenuNode): node is MenuNode & { readonly path: string } => node.path !== undefined

const actionsOf = (nodes: readonly MenuNode[]): GrantAction[] => {
  const found = new Map<string, string>()
  for (const { children = [] } of nodes)
    for (const { interfaceId, title } of children)
      if (interfaceId !== undefined && !found.has(interfaceId)) found.set(interfaceId, title)
  return [...found].map(([id, title]) => ({ id, title }))
}

/** The pages of one group; one that is hidden belongs to the entry it lights up, wherever that stands. */
function pagesOf(nodes: readonly MenuNode[], followers: ReadonlyMap<string, readonly MenuNode[]>): GrantPage[] {
  const followed = new Set([...followers.values()].flat())
  return nodes.filter(isPage).flatMap((node) => {
    if (followed.has(node)) return []
    const hidden = followers.get(node.path) ?? []
    return [
      {
        path: node.path,
        title: node.title,
        actions: actionsOf([node, ...hidden]),
        hiddenPaths: hidden.flatMap(({ path }) => path ?? []),
      },
    ]
  })
}

/** The tree of what people are given, where nothing is ticked without what it cannot do without. */
export function grantTreeWithNeeds(nodes: readonly MenuNode[]): GrantTree {
  const tree = grantTree(nodes)
  return { ...tree, needs: needsAmong(new Set(tree.order)) }
}

/** Reads the menu's groups, pages and actions; a page at the top is a group of itself. */
export function grantTree(nodes: readonly MenuNode[]): GrantTree {
  const tops = nodes.filter(isPage).map((node) => ({ node, pages: (node.children ?? []).filter(isPage) }))
  const all = tops.flatMap(({ node, pages }) => (pages.length > 0 ? pages : [node]))
  const entries = new Set(all.filter(({ hidden }) => !hidden).map(({ path }) => path))
  const followers = new Map<string, MenuNode[]>()
  for (const page of all) {
    const { hidden, highlights } = page
    if (hidden && highlights !== undefined && entries.has(highlights))
      followers.set(highlights, [...(followers.get(highlights) ?? []), page])
  }
  const groups = tops.map(({ node, pages }) => ({
    path: node.path,
    title: node.title,
    pages: pagesOf(pages.length > 0 ? pages : [node], followers),
  }))
  return {
    groups: groups.filter(({ pages }) => pages.length > 0),
    order: [...new Set(flattenMenu(nodes))],
    needs: NO_NEEDS,
  }
}

const everyPage = ({ groups }: GrantTree): GrantPage[] => groups.flatMap(({ pages }) => pages)

const holdsAny = (page: GrantPage, grants: Grants): boolean => page.actions.some(({ id }) => grants.has(id))

/** The set as an array in the menu's order, without what the menu does not know: equal sets give equal arrays. */
export const inOrder = ({ order }: GrantTree, grants: Grants): string[] => order.filter((grant) => grants.has(grant))

/** How much of a page is granted: a page that is not open counts as none, whatever it shares with others. */
export function pageMark(page: GrantPage, grants: Grants): Mark {
  if (!grants.has(page.path)) return 'none'
  return page.actions.every(({ id }) => grants.has(id)) ? 'all' : 'some'
}

/** How much of a group is granted. */
export function groupMark(group: GrantGroup, grants: Grants): Mark {
  const marks = group.pages.map((page) => pageMark(page, grants))
  if (marks.every((mark) => mark === 'none')) return 'none'
  return marks.every((mark) => mark === 'all') ? 'all' : 'some'
}

/** What is needed beside the grants themselves that is not held yet. */
const lackedBy = ({ needs }: GrantTree, held: Grants, ...added: readonly string[]): string[] =>
  [...withNeeds([...held, ...added], needs)].filter((grant) => !held.has(grant) && !added.includes(grant))

/** Whether an editor who may give `reach` can open or close this page. */
export const canTogglePage = (tree: GrantTree, page: GrantPage, grants: Grants, reach: Grants): boolean =>
  reach.has(page.path) && (grants.has(page.path) || lackedBy(tree, new Set(), page.path).every((one) => reach.has(one)))

/** Whether an editor who may give `reach` can tick this action here: with its page and all that it cannot do without. */
export function canToggleAction(tree: GrantTree, page: GrantPage, id: string, grants: Grants, reach: Grants): boolean {
  if (!reach.has(id) || !(grants.has(page.path) || reach.has(page.path))) return false
  return grants.has(id) || lackedBy(tree, grants, id, page.path).every((one) => reach.has(one))
}

/** Nothing that the editor could still give is missing on the page. */
const isFull = (tree: GrantTree, page: GrantPage, grants: Grants, reach: Grants): boolean =>
  grants.has(page.path) &&
  page.actions.every(({ id }) => grants.has(id) || !canToggleAction(tree, page, id, grants, reach))

function openPage(page: GrantPage, grants: Set<string>, reach: Grants): void {
  grants.add(page.path)
  for (const path of page.hiddenPaths) if (reach.has(path)) grants.add(path)
}

function closePage(page: GrantPage, grants: Set<string>): void {
  for (const path of [page.path, ...page.hiddenPaths]) grants.delete(path)
}

/** Adds what is needed for what is held, pages with their hidden ones. */
function addNeeds(tree: GrantTree, grants: Set<string>, reach: Grants): void {
  const added = [...withNeeds(grants, tree.needs)].filter((grant) => !grants.has(grant))
  const pages = new Map(everyPage(tree).map((page) => [page.path, page]))
  for (const grant of added) {
    const page = pages.get(grant)
    if (page) openPage(page, grants, reach)
    else grants.add(grant)
  }
}

/** Takes what cannot be done any more since something was taken away, and closes the pages on which nothing is left. */
function takeStranded(tree: GrantTree, grants: Set<string>, before: Grants): void {
  const left = withoutStranded(grants, before, tree.needs)
  for (const grant of [...grants]) if (!left.has(grant)) grants.delete(grant)
  for (const page of everyPage(tree))
    if (before.has(page.path) && (!grants.has(page.path) || (holdsAny(page, before) && !holdsAny(page, grants))))
      closePage(page, grants)
}

function fillPage(tree: GrantTree, page: GrantPage, grants: Set<string>, reach: Grants): void {
  openPage(page, grants, reach)
  for (const { id } of page.actions) if (canToggleAction(tree, page, id, grants, reach)) grants.add(id)
  addNeeds(tree, grants, reach)
}

/** Takes a page with its actions; an action that another open page has as well stays, or that page would lose it. */
function clearPage(tree: GrantTree, page: GrantPage, grants: Set<string>): void {
  const before = new Set(grants)
  closePage(page, grants)
  const stillOpen = everyPage(tree).filter(({ path }) => grants.has(path))
  const kept = new Set(stillOpen.flatMap(({ actions }) => actions.map(({ id }) => id)))
  for (const { id } of page.actions) if (!kept.has(id)) grants.delete(id)
  takeStranded(tree, grants, before)
}

/** A group's own path is granted exactly while one of its pages is. */
function settleGroups(tree: GrantTree, grants: Set<string>, reach: Grants): Grants {
  for (const { path, pages } of tree.groups) {
    const isOpen = pages.some((page) => [page.path, ...page.hiddenPaths].some((own) => grants.has(own)))
    if (isOpen && reach.has(path)) grants.add(path)
    if (!isOpen) grants.delete(path)
  }
  return grants
}

/**
 * The set after an action was ticked or unticked on a page. Ticking opens that page with its hidden ones and ticks what
 * the action cannot do without; unticking takes what cannot do without it, and closes pages on which nothing is left.
 * @param reach what the editor may give; anything else stays as it is
 */
export function toggleAction(tree: GrantTree, grants: Grants, page: GrantPage, id: string, reach: Grants): Grants {
  if (!canToggleAction(tree, page, id, grants, reach)) return grants
  const next = new Set(grants)
  if (next.delete(id)) {
    const emptied = everyPage(tree).filter((other) => other.actions.some((action) => action.id === id))
    for (const other of emptied) if (!holdsAny(other, next)) closePage(other, next)
    takeStranded(tree, next, grants)
  } else {
    next.add(id)
    if (!next.has(page.path)) openPage(page, next, reach)
    addNeeds(tree, next, reach)
  }
  return settleGroups(tree, next, reach)
}

/**
 * The set after a page was ticked or unticked: all of it when something was missing, else nothing of it.
 * @param reach what the editor may give; anything else stays as it is
 */
export function togglePage(tree: GrantTree, grants: Grants, page: GrantPage, reach: Grants): Grants {
  if (!canTogglePage(tree, page, grants, reach)) return grants
  const next = new Set(grants)
  if (isFull(tree, page, grants, reach)) clearPage(tree, page, next)
  else fillPage(tree, page, next, reach)
  return settleGroups(tree, next, reach)
}

/** The set after 全选 of a group: all its pages when something was missing, else none of them. */
export function toggleGroup(tree: GrantTree, grants: Grants, group: GrantGroup, reach: Grants): Grants {
  const pages = group.pages.filter((page) => canTogglePage(tree, page, grants, reach))
  const next = new Set(grants)
  const isAll = pages.every((page) => isFull(tree, page, grants, reach))
  for (const page of pages) {
    if (isAll) clearPage(tree, page, next)
    else fillPage(tree, page, next, reach)
  }
  return settleGroups(tree, next, reach)
}

/** The set with everything that what is held cannot do without, as far as the editor may give it. */
export function mended(tree: GrantTree, grants: Grants, reach: Grants): Grants {
  const next = new Set(grants)
  addNeeds(tree, next, reach)
  return settleGroups(tree, new Set([...next].filter((grant) => grants.has(grant) || reach.has(grant))), reach)
}

/** How many sidebar pages and how many different actions are granted. */
export function chosenCount(tree: GrantTree, grants: Grants): { pages: number; actions: number } {
  const pages = everyPage(tree)
  const ids = new Set(pages.flatMap(({ actions }) => actions.map(({ id }) => id)))
  return {
    pages: pages.filter(({ path }) => grants.has(path)).length,
    actions: [...ids].filter((id) => grants.has(id)).length,
  }
}

/** The groups with what a text names: a page named by it with all its actions, else only the actions named by it. */
export function searchTree({ groups }: GrantTree, text: string): readonly GrantGroup[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return groups
  const isNamed = (title: string) => title.toLowerCase().includes(wanted)
  return groups.flatMap((group) => {
    const pages = group.pages.flatMap((page) => {
      if (isNamed(group.title) || isNamed(page.title)) return [page]
      const actions = page.actions.filter(({ title }) => isNamed(title))
      return actions.length > 0 ? [{ ...page, actions }] : []
    })
    return pages.length > 0 ? [{ ...group, pages }] : []
  })
}
