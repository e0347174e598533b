import { grantTitles } from '@huanji/contract/granted-menu'
import { MENU, REFUND_GRANTS } from '@huanji/contract/menu'
import { flattenMenu, type MenuNode, pagePaths } from '@huanji/contract/menu-tree'

/** Every grant there is, each once, in the menu's order. */
const ALL_GRANTS: readonly string[] = [...new Set(flattenMenu(MENU))]

const KNOWN: ReadonlySet<string> = new Set(ALL_GRANTS)

const PAGES_OF_MENU: ReadonlySet<string> = new Set(pagePaths(MENU))

/** How many of the grants are actions and not pages; the role editor counts the same way. */
export const actionCount = (grants: readonly string[]): number =>
  grants.filter((grant) => !PAGES_OF_MENU.has(grant)).length

const TITLES = grantTitles(MENU)

/** How many grants a sentence names before it only counts them. */
const NAMED_IN_SENTENCE = 5

/** What a page brings along: the groups that hold it, and the hidden pages that open from it. */
function companions(nodes: readonly MenuNode[], groups: readonly string[], found: Map<string, string[]>) {
  const add = (page: string, grants: readonly string[]) => found.set(page, [...(found.get(page) ?? []), ...grants])
  for (const { path, highlights, children = [] } of nodes) {
    if (path === undefined) continue
    add(path, groups)
    if (highlights !== undefined) add(highlights, [path])
    companions(children, [...groups, path], found)
  }
  return found
}

const COMPANIONS: ReadonlyMap<string, readonly string[]> = companions(MENU, [], new Map())

/** The first of the grants that the menu does not know, or undefined. */
export const unknownGrant = (grants: readonly string[]): string | undefined => grants.find((one) => !KNOWN.has(one))

/**
 * Grants as a role holds them: those the menu knows, each once and in its order, with the group of every page and the
 * hidden pages of every entry, so that a menu is whole and no link on a page leads nowhere. An action brings no page.
 */
export function wholeGrants(grants: Iterable<string>): string[] {
  const whole = new Set<string>()
  for (const grant of grants) {
    if (KNOWN.has(grant)) for (const one of [grant, ...(COMPANIONS.get(grant) ?? [])]) whole.add(one)
  }
  return ALL_GRANTS.filter((one) => whole.has(one))
}

/** True when one of the grants pays money back; a role without any has no refund limit but 0. */
export const paysBack = (grants: readonly string[]): boolean => grants.some((one) => REFUND_GRANTS.includes(one))

/** What grants are called, all of them, as a person reads it. */
export const grantNames = (grants: readonly string[]): string => grants.map((one) => TITLES.get(one) ?? one).join('、')

/** What grants are called in a sentence: up to five names, and how many there are when there are more. */
export function someGrantNames(grants: readonly string[]): string {
  const named = grantNames(grants.slice(0, NAMED_IN_SENTENCE))
  return grants.length > NAMED_IN_SENTENCE ? `${named}等${grants.length}项` : named
}
