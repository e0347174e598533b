/** Which list a page was opened from, and the query that the list had; travels with the navigation, not in the address. */
interface Opened {
  readonly list: string
  readonly search: string
}

/** What a list gives to the pages that it opens, as the state of the navigation. */
export const openedFrom = (list: string, search: string): { readonly openedFrom: Opened } => ({
  openedFrom: { list, search },
})

/** What `openedFrom` gave, read from the state of the navigation; null where a page was opened otherwise. */
export function openedIn(state: unknown): Opened | null {
  const { openedFrom: opened } = (state ?? {}) as { openedFrom?: Partial<Opened> }
  if (typeof opened?.list !== 'string' || typeof opened.search !== 'string') return null
  return { list: opened.list, search: opened.search }
}
