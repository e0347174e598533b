import type { BulkAction, BulkActionKey } from './bulk-actions.ts'
import { BULK_KEYS } from './bulk-keys.ts'
import type { CallSpec } from './call.ts'
import { allCalls, nameOfCall } from './calls.ts'
import { EXPORT_GRANTS, EXPORT_KEYS, type ExportKindKey } from './export-keys.ts'
import type { ExportKind } from './export-kinds.ts'
import { type FeatureSpec, type Grant, type GrantNeed, POSTS, type Post } from './feature.ts'
import { declared, FEATURES } from './features/index.ts'
import type { LiveTopic } from './live.ts'
import { MENU_ORDER } from './menu-order.ts'
import type { MenuNode } from './menu-tree.ts'
import { PAGE_GROUPS, type PageGroup } from './page-groups.ts'
import type { PageKey } from './page-keys.ts'
import type { PageSpec } from './pages.ts'

/**
 * The tables that screens read, made of what the features say of themselves. They hold plain data. In the web client's build
 * their data stand in this file's place, each as a module of its own, so that no schema reaches the browser with them
 * (web/build/tables-plugin.ts).
 */

type Said<Heading extends keyof FeatureSpec> = NonNullable<FeatureSpec[Heading]>

const mapped = <T, R>(record: Readonly<Record<string, T>>, one: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, one(value)]))

/** The entries as a record of just these names. */
const record = <Name extends string, Value>(entries: readonly (readonly [string, Value])[]) =>
  Object.fromEntries(entries) as unknown as Readonly<Record<Name, Value>>

const idOf = (grant: Grant): string => (typeof grant === 'string' ? grant : grant.path)

const pages: Said<'pages'> = declared('pages')
const orderOf = Object.entries(MENU_ORDER) as [PageGroup, readonly PageKey[]][]

function pageOf(key: PageKey): Said<'pages'>[string] {
  const page = pages[key]
  if (page === undefined) throw new Error(`no feature has the page ${key}`)
  return page
}

function placeOf(key: PageKey): PageSpec {
  const { path, title, group, highlights, alsoHighlights, opensWith } = pageOf(key)
  return {
    path,
    title,
    group,
    ...(highlights === undefined ? {} : { highlights }),
    ...(alsoHighlights === undefined ? {} : { alsoHighlights }),
    ...(opensWith === undefined ? {} : { opensWith: opensWith.path }),
  }
}

/** Every page there is (docs/specification.md §2, and what features add), in the sidebar's order. */
export const PAGES = record<PageKey, PageSpec>(
  orderOf.flatMap(([, keys]) => keys.map((key) => [key, placeOf(key)] as const)),
)

function nodeOf(key: PageKey): MenuNode {
  const { title, path, highlights, actions } = pageOf(key)
  const children = actions?.map((action) => ({ title: action.title, interfaceId: idOf(action.grant) }))
  const place = highlights === undefined ? { title, path } : { title, path, hidden: true, highlights }
  return children === undefined ? place : { ...place, children }
}

/**
 * The whole menu: groups, pages and what can be done on each (docs/specification.md §2). It gives the sidebar, the
 * permission tree that roles are made from, and the flat list the browser keeps. An action may stand on several pages;
 * granting it once grants it everywhere.
 */
export const MENU: readonly MenuNode[] = orderOf.map(([group, keys]) => ({
  ...PAGE_GROUPS[group],
  children: keys.map(nodeOf),
}))

/** What can be begun from anywhere, each on its page, in the menu's order. */
export const STARTS: readonly { readonly page: PageKey; readonly title: string; readonly grant: string }[] = orderOf
  .flatMap(([, keys]) => keys)
  .flatMap((page) =>
    (pageOf(page).actions ?? []).flatMap(({ grant, begins = [] }) =>
      begins.map((title) => ({ page, title, grant: idOf(grant) })),
    ),
  )

const topics = Object.values<FeatureSpec>(FEATURES).flatMap((feature) => feature.topics ?? [])

/** What the event stream tells of, each with the paths of the reads whose answers show it. */
export const LIVE_TOPICS = record<LiveTopic, readonly string[]>(
  topics.map((topic) => [topic, allCalls.flatMap(({ path, live }) => (live.includes(topic) ? [path] : []))]),
)

const lists: Said<'lists'> = declared('lists')

/** The lists that keep views, by the key of the list on its screen: the call that lists the rows, as `group.name`. */
export const LIST_CALLS: Readonly<Record<string, string>> = mapped(
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.keepsViews !== false)),
  ({ call }) => nameOfCall(call),
)

const fileOf = (call: CallSpec, file: NonNullable<Said<'lists'>[string]['export']>): ExportKind => ({
  title: file.title,
  listPath: call.path,
  createPath: file.call.path,
  grant: idOf(file.grant ?? file.call),
})

/** What can be exported, by the key that a request names. Its columns stand in `list-columns.ts`. */
export const EXPORT_KINDS = record<ExportKindKey, ExportKind>(
  Object.entries(lists).flatMap(([key, { call, export: file }]) =>
    file === undefined ? [] : [[key, fileOf(call, file)] as const],
  ),
)

/** What lists offer for all rows of a filter. */
export const BULK_ACTIONS = mapped(
  declared('bulk') as Said<'bulk'>,
  ({ list, call, ...rest }): BulkAction => ({
    ...rest,
    list: nameOfCall(list),
    call: nameOfCall(call),
  }),
) as Readonly<Record<BulkActionKey, BulkAction>>

/** One thing that is needed, by its id: a grant, or any one of several, the usual one first. */
export type Need = string | readonly string[]

const needOf = (need: GrantNeed): Need => (typeof need === 'object' && 'map' in need ? need.map(idOf) : idOf(need))

const actions = Object.values(pages).flatMap((page) => page.actions ?? [])

/** What pages and actions cannot be done without, beside a page that an action stands on. */
export const GRANT_NEEDS: Readonly<Record<string, readonly Need[]>> = Object.fromEntries(
  [
    ...Object.values(pages).map(({ path, needs }) => [path, needs] as const),
    ...actions.map(({ grant, needs }) => [idOf(grant), needs] as const),
  ].flatMap(([grant, needs]) => (needs === undefined ? [] : [[grant, needs.map(needOf)]])),
)

/** Pages beside those it stands on from which an action is done: a report opens from wherever its number stands. */
export const ALSO_DONE_ON: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  actions.flatMap(({ grant, alsoOn }) => (alsoOn === undefined ? [] : [[idOf(grant), alsoOn]])),
)

const powerful = (power: 'refund' | 'people'): string[] => [
  ...new Set(actions.filter((action) => action.power === power).map(({ grant }) => idOf(grant))),
]

/** The grants that let a buyer have money back, or off before paying: only a role that holds one of them has a limit. */
export const REFUND_GRANTS: readonly string[] = powerful('refund')

/** The grants over people, rights and keys. */
export const PEOPLE_GRANTS: readonly string[] = powerful('people')

const given = [
  ...Object.values(pages).map(({ path, posts }) => ({ id: path, posts })),
  ...actions.map(({ grant, posts }) => ({ id: idOf(grant), posts })),
]

function grantsOf(post: Post): string[] {
  const ids = new Set(given.flatMap(({ id, posts = [] }) => (posts.includes(post) ? [id] : [])))
  const groups = MENU.filter(({ children = [] }) => children.some(({ path = '' }) => ids.has(path)))
  return [...groups.flatMap(({ path = [] }) => path), ...ids]
}

/** What features give each post: pages and what can be done on them, with the groups in which the pages stand. */
export const POST_GRANTS = record<Post, readonly string[]>(POSTS.map((post) => [post, grantsOf(post)]))

/** @throws Error where the features' own names are others than those that requests may name */
function requireNames(what: string, names: readonly string[], own: readonly string[]): void {
  const odd = [...new Set([...names, ...own])].filter((name) => !names.includes(name) || !own.includes(name))
  if (odd.length > 0) throw new Error(`${what} of features and of requests differ: ${odd.join(', ')}`)
}

requireNames('exports', EXPORT_KEYS, Object.keys(EXPORT_KINDS))
requireNames(
  'rights to exports',
  EXPORT_GRANTS,
  Object.values(EXPORT_KINDS).map(({ grant }) => grant),
)
requireNames('actions for all rows', BULK_KEYS, Object.keys(BULK_ACTIONS))
requireNames('topics', [...new Set(topics)], [...new Set(allCalls.flatMap(({ live }) => live))])
