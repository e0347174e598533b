import type { CallSpec } from './call.ts'
import type { MenuNode } from './menu-tree.ts'

/**
 * The part of the menu that the grants open. A page stays only when its own path is granted; what is granted of the
 * actions on a page that is not moves up beside it, so that a shortcut to an action never opens a page. A group, which
 * holds pages, stays while anything of it does.
 */
export function grantedMenu(nodes: readonly MenuNode[], grants: ReadonlySet<string>): MenuNode[] {
  return nodes.flatMap((node) => {
    const children = grantedMenu(node.children ?? [], grants)
    if (node.path === undefined) return node.interfaceId !== undefined && grants.has(node.interfaceId) ? [node] : []
    const isGroup = node.children?.some((child) => child.path !== undefined) ?? false
    if (isGroup ? children.length === 0 : !grants.has(node.path)) return children
    return [{ ...node, ...(node.children ? { children } : {}) }]
  })
}

/** What a grant is called, by page or interface id: the first name the tree gives it, with the page it stands on. */
export function grantTitles(nodes: readonly MenuNode[], page = ''): Map<string, string> {
  const titles = new Map<string, string>()
  for (const node of nodes) {
    if (node.path && !titles.has(node.path)) titles.set(node.path, node.title)
    if (node.interfaceId && !titles.has(node.interfaceId))
      titles.set(node.interfaceId, page === '' ? node.title : `${page}·${node.title}`)
    for (const [grant, title] of grantTitles(node.children ?? [], node.title))
      if (!titles.has(grant)) titles.set(grant, title)
  }
  return titles
}

/**
 * The grant that opens a call to somebody who lacks it, by name: the call's own where it has one, else the first that
 * does. Nothing is named of a call that asks for none.
 */
export function grantNameOf(
  { path, access }: Pick<CallSpec, 'path' | 'access'>,
  titles: ReadonlyMap<string, string>,
): string {
  if (typeof access === 'string') return ''
  const grant = access.anyOf.includes(path) ? path : (access.anyOf[0] ?? '')
  return titles.get(grant) ?? grant
}
