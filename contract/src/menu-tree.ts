/**
 * A node of the menu: a group, a page or what can be done on it. A `path` is a route, an `interfaceId` a call's path or
 * a field right.
 */
export interface MenuNode {
  readonly title: string
  readonly path?: string
  /** Not in the sidebar; `highlights` names the entry to light up instead. */
  readonly hidden?: boolean
  readonly highlights?: string
  readonly interfaceId?: string
  readonly children?: readonly MenuNode[]
}

/** Every route path of a tree, walked recursively in order. */
export const pagePaths = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pagePaths(children)])

/** Every route path and interface id of a tree, walked recursively in order. */
export function flattenMenu(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.path ? [node.path] : []),
    ...(node.interfaceId ? [node.interfaceId] : []),
    ...flattenMenu(node.children ?? []),
  ])
}
