import { useLocation } from 'react-router'
import { openedIn } from '../components/list/opened-from.ts'
import { entryOf, type PageFacts, pageAt } from '../session/pages.ts'
import { permissions } from '../session/session.ts'

/** The page one is on, and the entry of the sidebar that it belongs to; null where there is no such page. */
export function useEntry(): { readonly page: PageFacts; readonly entry: PageFacts } | null {
  const { pathname, state } = useLocation()
  const page = pageAt(pathname)
  if (!page) return null
  return { page, entry: entryOf(page, permissions(), openedIn(state)?.path ?? null) }
}
