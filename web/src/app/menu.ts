import { flattenMenu } from '@huanji/contract/menu-tree'
import { ApiRefusal } from '../api/refusal.ts'
import { startApi } from '../api/start-client.ts'
import { isSignedIn, loginContext, permissions, storePermissions } from '../session/session.ts'

/** What the start-up found out about the menu. */
export type MenuOutcome = 'signedOut' | 'ready' | 'failed'

declare global {
  interface Window {
    /** Started by the boot script (build/boot.js); serves the first start-up only. */
    earlyMenu?: { readonly loginToken: string; readonly response: Promise<Response> } | undefined
  }
}

/** The answer that the boot script asked for, once, and only for the session that is stored now. */
function takeEarlyMenu(): Promise<Response> | undefined {
  const early = window.earlyMenu
  window.earlyMenu = undefined
  return early?.loginToken === loginContext().loginToken ? early.response : undefined
}

/**
 * Makes the menu call when a login token is stored, and keeps its flat list. When no answer comes, the list of this
 * window's last start serves: the server checks every call anyway.
 */
export async function loadMenu(): Promise<MenuOutcome> {
  if (!isSignedIn()) return 'signedOut'
  const { loginToken } = loginContext()
  try {
    const { menu } = await startApi.merchant.menu({ needMenu: 1 }, { early: takeEarlyMenu() })
    // A late answer gives its rights to nobody else; whoever ended the session begins anew.
    if (loginContext().loginToken === loginToken) storePermissions(flattenMenu(menu))
    return 'ready'
  } catch (error) {
    if (!isSignedIn()) return 'signedOut'
    if (!(error instanceof ApiRefusal) && permissions().size > 0) return 'ready'
    return 'failed'
  }
}
