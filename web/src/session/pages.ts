import { PAGES, type PageKey, type PageSpec } from '@huanji/contract/pages'

/** A page of the contract's table that this client has: everything that the router, the sidebar, the head line and the palette need to know of it. */
export type PageFacts = Pick<PageSpec, 'path' | 'title' | 'group' | 'highlights' | 'alsoHighlights' | 'opensWith'>

/** Every menu page, in the sidebar's order (docs/specification.md §2). */
export const MENU_PAGES: readonly PageFacts[] = (Object.keys(PAGES) as PageKey[]).map((key) => PAGES[key])

/** The page of an address, by its path without query; undefined for an unknown one. */
export const pageAt = (path: string): PageFacts | undefined => MENU_PAGES.find((page) => page.path === path)

/**
 * Whether the permissions open a page: by its own path, by the entry it highlights (docs/specification.md §6), or by the
 * right to what it shows. Home is open to everyone.
 */
export function isPermitted(page: PageFacts, permissions: ReadonlySet<string>): boolean {
  if (page.path === PAGES.home.path || permissions.has(page.path)) return true
  return [page.highlights, page.opensWith].some((grant) => grant !== undefined && permissions.has(grant))
}

/**
 * The entry of the sidebar that a page belongs to: its own, or for a page that is in no sidebar the one that one came
 * from, the first that is granted, or the one it belongs to first.
 * @param from the page that led here, if any
 */
export function entryOf(page: PageFacts, permissions: ReadonlySet<string>, from: string | null): PageFacts {
  const { highlights, alsoHighlights = [] } = page
  if (highlights === undefined) return page
  const entries = [highlights, ...alsoHighlights]
  const origin = from === null ? undefined : pageAt(from)
  const cameFrom = origin && (origin.highlights ?? origin.path)
  const lit = entries.find((path) => path === cameFrom) ?? entries.find((path) => permissions.has(path)) ?? highlights
  return pageAt(lit) ?? page
}
