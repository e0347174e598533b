import { PAGES, type PageKey, type PageSpec } from '@huanji/contract/pages'
import type { ComponentType } from 'react'
import { lazyPage } from './lazy-page.ts'
import { PUBLIC_PAGES } from './public-pages.ts'

export interface PageModule {
  readonly default: ComponentType
  /** Asks for what the page shows first; called when the application starts at this page's address. */
  readonly preload?: () => void
}

type Load = () => Promise<PageModule>

/** A page of the contract's table that this client has: everything that the router, the sidebar, the head line and the palette need to know of it. */
export interface PageRoute extends Pick<PageSpec, 'path' | 'title' | 'group' | 'highlights'> {
  readonly load: Load
}

/** Where each page that exists is loaded from. A page's folder is its path. */
const LOADS: Partial<Record<PageKey, Load>> = {
  home: () => import('../pages/home/page.tsx'),
  auctionInspection: () => import('../pages/check/ys/check/page.tsx'),
  auctionInspections: () => import('../pages/check/ys/list/page.tsx'),
  auctionReport: () => import('../pages/check/ys/detail/page.tsx'),
  curatedInspection: () => import('../pages/check/yx/check/page.tsx'),
  curatedInspections: () => import('../pages/check/yx/sing-list/page.tsx'),
  batchInspection: () => import('../pages/check/yx/batchCheck/page.tsx'),
  batches: () => import('../pages/check/yx/plural-list/page.tsx'),
  batchUnits: () => import('../pages/check/yx/plural-detailed-list/page.tsx'),
  bagRecords: () => import('../pages/check/ys/baglog/page.tsx'),
  listings: () => import('../pages/sale/product/page.tsx'),
  listing: () => import('../pages/sale/product/detail/page.tsx'),
  auctionOrders: () => import('../pages/sale/order/page.tsx'),
  auctionOrder: () => import('../pages/sale/order/detail/page.tsx'),
  bills: () => import('../pages/capital/bill/page.tsx'),
  staff: () => import('../pages/account/staff/page.tsx'),
  roles: () => import('../pages/account/role/page.tsx'),
  roleEditor: () => import('../pages/account/role/edit/page.tsx'),
  audit: () => import('../pages/account/audit/page.tsx'),
  addresses: () => import('../pages/merchant/address/page.tsx'),
}

/** Every menu page that exists, in the sidebar's order (docs/specification.md §2). */
export const ROUTES: readonly PageRoute[] = (Object.keys(PAGES) as PageKey[]).flatMap((key) => {
  const load = LOADS[key]
  return load ? [{ ...PAGES[key], load: lazyPage(load) }] : []
})

/** Pages that anyone may open, signed in or not. */
export const PUBLIC_ROUTES: readonly Pick<PageRoute, 'path' | 'title' | 'load'>[] = [
  { ...PUBLIC_PAGES.login, load: lazyPage(() => import('../pages/login/page.tsx')) },
  { ...PUBLIC_PAGES.privacy, load: lazyPage(() => import('../pages/agreement/privacy/page.tsx')) },
  { ...PUBLIC_PAGES.seller, load: lazyPage(() => import('../pages/agreement/seller/page.tsx')) },
  { ...PUBLIC_PAGES.user, load: lazyPage(() => import('../pages/agreement/user/page.tsx')) },
  { ...PUBLIC_PAGES.photo, load: lazyPage(() => import('../pages/photo/page.tsx')) },
]

/** The page of an address, by its path without query; undefined for an unknown one. */
export const pageAt = (path: string): PageRoute | undefined => ROUTES.find((page) => page.path === path)

/**
 * Whether the permissions open a page: by its own path or by the entry it highlights (docs/specification.md §6). Home
 * is open to everyone.
 */
export function isPermitted(page: PageRoute, permissions: ReadonlySet<string>): boolean {
  if (page.path === PAGES.home.path || permissions.has(page.path)) return true
  return page.highlights !== undefined && permissions.has(page.highlights)
}
