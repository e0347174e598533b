import { api } from '../api/client.ts'
import { ApiRefusal } from '../api/refusal.ts'
import { isSignedIn, permissions, storePermissions } from '../session/session.ts'

/** What the start-up found out about the menu. */
export type MenuOutcome = 'signedOut' | 'ready' | 'failed'

type MenuNode = Awaited<ReturnType<typeof api.merchant.menu>>['menu'][number]

/** Every path and interface id of the tree, walked recursively (specification §4). */
function flatten(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.path ? [node.path] : []),
    ...(node.interfaceId ? [node.interfaceId] : []),
    ...flatten(node.children ?? []),
  ])
}

/**
 * Makes the menu call when a login token is stored, and keeps its flat list. When no answer comes, the list of this
 * window's last start serves: the server checks every call anyway.
 */
export async function loadMenu(): Promise<MenuOutcome> {
  if (!isSignedIn()) return 'signedOut'
  try {
    const { menu } = await api.merchant.menu({ needMenu: 1 })
    storePermissions(flatten(menu))
    return 'ready'
  } catch (error) {
    if (!isSignedIn()) return 'signedOut'
    if (!(error instanceof ApiRefusal) && permissions().size > 0) return 'ready'
    return 'failed'
  }
}
