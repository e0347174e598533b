import type { ComponentType } from 'react'
import { lateModule } from '../components/late/late-module.ts'
import { MENU_PAGES, type PageFacts } from '../session/pages.ts'
import { PUBLIC_PAGES } from '../session/public-pages.ts'

export interface PageModule {
  readonly default: ComponentType
  /** Asks for what the page shows first; called when the application starts at this page's address. */
  readonly preload?: () => void
}

export type Load = () => Promise<PageModule>

/** A page and where it is loaded from. */
export interface PageRoute extends PageFacts {
  readonly load: Load
}

// Where each page comes from is a file of its own: whoever is signed out needs none of it.
const pageLoads = () => import('./page-loads.ts')

/** Every menu page with where it is loaded from, in the sidebar's order. */
export const ROUTES: readonly PageRoute[] = MENU_PAGES.map((page) => ({
  ...page,
  load: lateModule(async () => (await pageLoads()).loadOf(page.path)()),
}))

/** Pages that anyone may open, signed in or not. */
export const PUBLIC_ROUTES: readonly Pick<PageRoute, 'path' | 'title' | 'load'>[] = [
  { ...PUBLIC_PAGES.login, load: lateModule(() => import('../pages/login/page.tsx')) },
  { ...PUBLIC_PAGES.privacy, load: lateModule(() => import('../pages/agreement/privacy/page.tsx')) },
  { ...PUBLIC_PAGES.seller, load: lateModule(() => import('../pages/agreement/seller/page.tsx')) },
  { ...PUBLIC_PAGES.user, load: lateModule(() => import('../pages/agreement/user/page.tsx')) },
  { ...PUBLIC_PAGES.help, load: lateModule(() => import('../pages/help/page.tsx')) },
  { ...PUBLIC_PAGES.photo, load: lateModule(() => import('../pages/photo/page.tsx')) },
]
