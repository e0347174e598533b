import { flattenMenu } from '@huanji/contract/menu-tree'
import { isSignedIn, loginContext, permissions, storePermissions } from '../session/session.ts'
import { ApiRefusal } from './refusal.ts'
import { startApi } from './start-client.ts'

/**
 * What is known of the menu: it was answered, or no answer came and the list of this tab's last start serves (`stale`),
 * or there is not even that one (`failed`).
 */
export type MenuOutcome = 'signedOut' | 'ready' | 'stale' | 'failed'

let refusal = ''

/** What the server said when it refused the menu; empty when no answer came. */
export const menuRefusal = (): string => refusal

/** Makes the menu call when a login token is stored, and keeps its flat list. The server checks every call anyway. */
export async function loadMenu(): Promise<MenuOutcome> {
  if (!isSignedIn()) return 'signedOut'
  const { loginToken } = loginContext()
  try {
    refusal = ''
    const { menu } = await startApi.merchant.menu({ needMenu: 1 }, { handles: 'all' })
    // A late answer gives its rights to nobody else; whoever ended the session begins anew.
    if (loginContext().loginToken === loginToken) storePermissions(flattenMenu(menu))
    return 'ready'
  } catch (error) {
    refusal = error instanceof ApiRefusal ? error.message : ''
    if (!isSignedIn()) return 'signedOut'
    return permissions().size > 0 ? 'stale' : 'failed'
  }
}
