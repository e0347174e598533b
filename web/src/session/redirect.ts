import { PAGES } from '@huanji/contract/pages'
import { PUBLIC_PAGES } from './public-pages.ts'

/**
 * The address to go to after signing in: the `redirect` query when it is a path of this application, else home.
 * A foreign site, a script or the sign-in page itself are no such paths.
 */
export function safeRedirect(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? ''
  if (!wanted.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return PAGES.home.path
  const url = new URL(wanted, location.origin)
  if (url.origin !== location.origin || url.pathname === PUBLIC_PAGES.login.path) return PAGES.home.path
  return url.pathname + url.search
}

/** The sign-in address that leads back to `path` and `search`; home alone needs no way back. */
export function loginAddress(path: string, search: string): string {
  const { path: login } = PUBLIC_PAGES.login
  if (path + search === PAGES.home.path || path === login) return login
  return `${login}?redirect=${encodeURIComponent(path + search)}`
}
