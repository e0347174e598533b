import { useLocation } from 'react-router'
import { entryOf, type PageRoute, pageAt } from '../app/routes.ts'
import { openedIn } from '../components/list/opened-from.ts'
import { permissions } from '../session/session.ts'

/** The page one is on, and the entry of the sidebar that it belongs to; null where there is no such page. */
export function useEntry(): { readonly page: PageRoute; readonly entry: PageRoute } | null {
  const { pathname, state } = useLocation()
  const page = pageAt(pathname)
  if (!page) return null
  return { page, entry: entryOf(page, permissions(), openedIn(state)?.path ?? null) }
}
