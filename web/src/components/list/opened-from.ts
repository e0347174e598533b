/** Which list a page was opened from, its page, and the query that it had; travels with the navigation, not in the address. */
interface Opened {
  readonly list: string
  readonly search: string
  /** The path of the page that the list stands on; empty where that is not known. */
  readonly path: string
}

/** What a list gives to the pages that it opens, as the state of the navigation. */
export const openedFrom = (list: string, search: string, path = ''): { readonly openedFrom: Opened } => ({
  openedFrom: { list, search, path },
})

/** What `openedFrom` gave, read from the state of the navigation; null where a page was opened otherwise. */
export function openedIn(state: unknown): Opened | null {
  const { openedFrom: opened } = (state ?? {}) as { openedFrom?: Partial<Opened> }
  if (typeof opened?.list !== 'string' || typeof opened.search !== 'string') return null
  return { list: opened.list, search: opened.search, path: typeof opened.path === 'string' ? opened.path : '' }
}
