import type { CallSpec } from './call.ts'
import type { FeatureSpec } from './feature.ts'
import { declared } from './features/index.ts'
import { MENU } from './menu.ts'
import type { MenuNode } from './menu-tree.ts'

/** Why public calls are no key's to make where their group does not say. */
const SIGN_IN = '登录和本人账号只供人使用'

type Group = FeatureSpec['groups'][string]

/** Why no key may make a call of a group; null where one with the grants may. */
function closure({ keys: { open, reason } }: Group, spec: CallSpec): string | null {
  if (spec.access === 'public') return reason || SIGN_IN
  return open === 'all' || (open !== 'none' && open.includes(spec)) ? null : reason
}

/** A call with its place in the contract. */
export interface PlacedCall {
  readonly group: string
  readonly name: string
  readonly spec: CallSpec
  /** Why no key may make it; null where one with the grants may. */
  readonly closedBecause: string | null
}

const groups: FeatureSpec['groups'] = declared('groups')

/** What each group is called in the calls' reference. */
export const GROUP_TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(groups).map(([group, { title }]) => [group, title]),
)

/** Every call, in the contract's order. */
export const PLACED_CALLS: readonly PlacedCall[] = Object.entries(groups).flatMap(([group, said]) =>
  Object.entries(said.calls).map(([name, spec]) => ({ group, name, spec, closedBecause: closure(said, spec) })),
)

const CLOSURES = new Map(PLACED_CALLS.map(({ spec, closedBecause }) => [spec.path, closedBecause]))

/** Why no key may make a call, as its program is told; null where one with the grants may. A call that nobody placed is closed. */
export const closedToKeys = ({ path }: CallSpec): string | null => {
  const reason = CLOSURES.get(path)
  return reason === undefined ? '还没有对密钥开放' : reason
}

/** What opens some call to a key that holds it. */
const OPENING: ReadonlySet<string> = new Set(
  PLACED_CALLS.flatMap(({ spec: { access }, closedBecause }) =>
    closedBecause === null && typeof access === 'object' ? access.anyOf : [],
  ),
)

/** A closed call's own grant may open others beside it; it is not a key's to have. */
const isOfUse = ({ interfaceId }: MenuNode): boolean =>
  interfaceId !== undefined &&
  (interfaceId.startsWith('field:') || (OPENING.has(interfaceId) && (CLOSURES.get(interfaceId) ?? null) === null))

/** The part of the menu with what a key can be given: calls that it may make and fields that they show. */
function keyPart(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => {
    if (node.path === undefined) return isOfUse(node) ? [node] : []
    const children = keyPart(node.children ?? [])
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}

/** The permission tree of keys: pages stand in it for their names alone. */
export const KEY_MENU: readonly MenuNode[] = keyPart(MENU)

const actionsOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ interfaceId, children = [] }) => [
    ...(interfaceId === undefined ? [] : [interfaceId]),
    ...actionsOf(children),
  ])

/** Everything a key can be given, each once, in the menu's order. */
export const KEY_GRANTS: readonly string[] = [...new Set(actionsOf(KEY_MENU))]
