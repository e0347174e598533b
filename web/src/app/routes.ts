import { PAGES, type PageKey, type PageSpec } from '@huanji/contract/pages'
import type { ComponentType } from 'react'
import { lazyPage } from './lazy-page.ts'
import { PUBLIC_PAGES } from './public-pages.ts'

export interface PageModule {
  readonly default: ComponentType
  /** Asks for what the page shows first; called when the application starts at this page's address. */
  readonly preload?: () => void
}

export type Load = () => Promise<PageModule>

/** A page of the contract's table that this client has: everything that the router, the sidebar, the head line and the palette need to know of it. */
export interface PageRoute
  extends Pick<PageSpec, 'path' | 'title' | 'group' | 'highlights' | 'alsoHighlights' | 'opensWith'> {
  readonly load: Load
}

// Where each page comes from is a file of its own: whoever is signed out needs none of it.
const pageLoads = () => import('./page-loads.ts')

/** Every menu page that exists, in the sidebar's order (docs/specification.md §2). */
export const ROUTES: readonly PageRoute[] = (Object.keys(PAGES) as PageKey[]).map((key) => ({
  ...PAGES[key],
  load: lazyPage(async () => (await pageLoads()).loadOf(PAGES[key].path)()),
}))

/** Pages that anyone may open, signed in or not. */
export const PUBLIC_ROUTES: readonly Pick<PageRoute, 'path' | 'title' | 'load'>[] = [
  { ...PUBLIC_PAGES.login, load: lazyPage(() => import('../pages/login/page.tsx')) },
  { ...PUBLIC_PAGES.privacy, load: lazyPage(() => import('../pages/agreement/privacy/page.tsx')) },
  { ...PUBLIC_PAGES.seller, load: lazyPage(() => import('../pages/agreement/seller/page.tsx')) },
  { ...PUBLIC_PAGES.user, load: lazyPage(() => import('../pages/agreement/user/page.tsx')) },
  { ...PUBLIC_PAGES.help, load: lazyPage(() => import('../pages/help/page.tsx')) },
  { ...PUBLIC_PAGES.photo, load: lazyPage(() => import('../pages/photo/page.tsx')) },
]

/** The page of an address, by its path without query; undefined for an unknown one. */
export const pageAt = (path: string): PageRoute | undefined => ROUTES.find((page) => page.path === path)

/**
 * Whether the permissions open a page: by its own path, by the entry it highlights (docs/specification.md §6), or by the
 * right to what it shows. Home is open to everyone.
 */
export function isPermitted(page: PageRoute, permissions: ReadonlySet<string>): boolean {
  if (page.path === PAGES.home.path || permissions.has(page.path)) return true
  return [page.highlights, page.opensWith].some((grant) => grant !== undefined && permissions.has(grant))
}

/**
 * The entry of the sidebar that a page belongs to: its own, or for a page that is in no sidebar the one that one came
 * from, the first that is granted, or the one it belongs to first.
 * @param from the page that led here, if any
 */
export function entryOf(page: PageRoute, permissions: ReadonlySet<string>, from: string | null): PageRoute {
  const { highlights, alsoHighlights = [] } = page
  if (highlights === undefined) return page
  const entries = [highlights, ...alsoHighlights]
  const origin = from === null ? undefined : pageAt(from)
  const cameFrom = origin && (origin.highlights ?? origin.path)
  const lit = entries.find((path) => path === cameFrom) ?? entries.find((path) => permissions.has(path)) ?? highlights
  return pageAt(lit) ?? page
}
