/**
 * The address to go to after signing in: the `redirect` query when it is a path of this application, else home.
 * A foreign site, a script or the sign-in page itself are no such paths.
 */
export function safeRedirect(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? ''
  if (!wanted.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return '/'
  const url = new URL(wanted, location.origin)
  if (url.origin !== location.origin || url.pathname === '/login') return '/'
  return url.pathname + url.search
}

/** The sign-in address that leads back to `path` and `search`; home alone needs no way back. */
export function loginAddress(path: string, search: string): string {
  if (path + search === '/' || path === '/login') return '/login'
  return `/login?redirect=${encodeURIComponent(path + search)}`
}
