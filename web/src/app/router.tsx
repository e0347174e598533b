import { PAGES } from '@huanji/contract/pages'
import { createBrowserRouter, type RouteObject, redirect } from 'react-router'
import { permissions } from '../session/session.ts'
import styles from './full-page.module.css'
import { lazyPage } from './lazy-page.ts'
import type { MenuOutcome } from './menu.ts'
import { MenuFailed } from './menu-failed.tsx'
import { NotFound } from './not-found.tsx'
import { PageFailed } from './page-failed.tsx'
import { loginAddress } from './redirect.ts'
import { isPermitted, type PageRoute, PUBLIC_ROUTES, ROUTES } from './routes.ts'

const loadLayout = lazyPage(() => import('../shell/layout.tsx'))

type Loadable = Pick<PageRoute, 'path' | 'title' | 'load'>

const routeOf = (page: Loadable): RouteObject => ({
  path: page.path,
  handle: { title: page.title },
  lazy: async () => ({ Component: (await page.load()).default }),
  errorElement: <PageFailed />,
})

/** Signed out, a known menu page leads to the sign-in page and back; home alone leads there without a way back. */
const guarded = (page: PageRoute): RouteObject => ({
  path: page.path,
  loader: ({ request }) => redirect(loginAddress(page.path, new URL(request.url).search)),
})

function menuRoutes(outcome: MenuOutcome): RouteObject[] {
  if (outcome === 'signedOut') return ROUTES.map(guarded)
  if (outcome === 'failed') return ROUTES.map((page) => ({ path: page.path, element: <MenuFailed /> }))
  return [
    {
      lazy: async () => ({ Component: (await loadLayout()).Layout }),
      errorElement: <PageFailed />,
      children: ROUTES.filter((page) => isPermitted(page, permissions())).map(routeOf),
    },
  ]
}

/** The router for what the start-up found: only permitted pages are registered, under the layout (docs/specification.md §4). */
export function createRouter(outcome: MenuOutcome) {
  return createBrowserRouter([
    {
      hydrateFallbackElement: <div className={styles.boot} aria-busy="true" />,
      children: [
        ...PUBLIC_ROUTES.map(routeOf),
        { path: '/layout', loader: () => redirect(PAGES.home.path) },
        ...menuRoutes(outcome),
        { path: '*', handle: { title: '页面不存在' }, element: <NotFound /> },
      ],
    },
  ])
}

export type AppRouter = ReturnType<typeof createRouter>

/** Starts loading the page of an address, its first data and the layout, so that they arrive together with the menu. */
export function preloadPage(path: string): void {
  const page = ROUTES.find((candidate) => candidate.path === path)
  if (!page) return
  // A failure shows when the router asks for the same chunk again.
  loadLayout().catch(() => {})
  page
    .load()
    .then(({ preload }) => preload?.())
    .catch(() => {})
}
