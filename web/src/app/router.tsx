import { PAGES } from '@huanji/contract/pages'
import { LAYOUT_PATH } from '@huanji/contract/public-pages'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import type { MenuOutcome } from '../api/menu.ts'
import { lateModule } from '../components/late/late-module.ts'
import { isPermitted } from '../session/pages.ts'
import { loginAddress } from '../session/redirect.ts'
import { permissions } from '../session/session.ts'
import { PageFailed } from './page-failed.tsx'
import { type PageRoute, PUBLIC_ROUTES, ROUTES } from './routes.ts'

// The shell's own pages come with it, so that they are there also when the network is gone.
const loadLayout = lateModule(() => import('../shell/layout.tsx'))
const loadMenuFailed = lateModule(() => import('../shell/menu-failed.tsx'))
const loadNotFound = lateModule(() => import('../shell/not-found.tsx'))

type Loadable = Pick<PageRoute, 'path' | 'title' | 'load'>

/** An address is spelled exactly: the server answers 404 to another spelling. */
const SPELLED = { caseSensitive: true }

const routeOf = (page: Loadable): RouteObject => ({
  ...SPELLED,
  path: page.path,
  handle: { title: page.title },
  lazy: async () => ({ Component: (await page.load()).default }),
  errorElement: <PageFailed />,
})

/** Signed out, a known menu page leads to the sign-in page and back; home alone leads there without a way back. */
const guarded = (page: PageRoute): RouteObject => ({
  ...SPELLED,
  path: page.path,
  loader: ({ request }) => redirect(loginAddress(page.path, new URL(request.url).search)),
})

function beginAnew({ request }: LoaderFunctionArgs): Promise<never> {
  location.assign(request.url)
  return new Promise<never>(() => {})
}

/** From a public page, for which no menu was waited, a menu page is begun anew. */
const begunAnew = (page: PageRoute): RouteObject => ({ ...SPELLED, path: page.path, loader: beginAnew })

/** Two slashes at the end: the router overlooks them, but no page has such an address, and the server says so with 404. */
const isNoAddress = (path: string): boolean => path.endsWith('//')

/** Nothing but the not-found page, for an address that is none; every other address is begun anew. */
const nothingAt = (name: NotFoundName): RouteObject => ({
  ...notFound(name),
  loader: (from) => (isNoAddress(new URL(from.request.url).pathname) ? null : beginAnew(from)),
})

/** The pages in the shell for what is known of the menu. */
function shellPages(known: Exclude<Known, 'signedOut' | 'notAsked'>): RouteObject[] {
  if (known === 'failed') return [{ path: '*', lazy: async () => ({ Component: (await loadMenuFailed()).MenuFailed }) }]
  if (known === 'awaited')
    return [{ path: '*', lazy: async () => ({ Component: (await loadMenuFailed()).MenuAwaited }) }]
  if (isNoAddress(location.pathname)) return [nothingAt('NotFoundInShell')]
  return [...ROUTES.filter((page) => isPermitted(page, permissions())).map(routeOf), notFound('NotFoundInShell')]
}

type NotFoundName = 'NotFound' | 'NotFoundInShell'

const notFound = (name: NotFoundName): RouteObject => ({
  path: '*',
  handle: { title: '打不开这一页' },
  lazy: async () => ({ Component: (await loadNotFound())[name] }),
})

function menuRoutes(known: Known): RouteObject[] {
  if (known === 'signedOut' && isNoAddress(location.pathname)) return [nothingAt('NotFound')]
  if (known === 'signedOut') return [...ROUTES.map(guarded), notFound('NotFound')]
  if (known === 'notAsked') return [...ROUTES.map(begunAnew), notFound('NotFound')]
  return [
    {
      lazy: async () => ({ Component: (await loadLayout()).Layout }),
      errorElement: <PageFailed />,
      children: shellPages(known),
    },
  ]
}

/** What a router is made for: what is known of the menu, one that is still awaited, or none on a public page. */
type Known = MenuOutcome | 'awaited' | 'notAsked'

const OPEN_ROUTES: readonly RouteObject[] = [
  ...PUBLIC_ROUTES.map(routeOf),
  { ...SPELLED, path: LAYOUT_PATH, loader: () => redirect(PAGES.home.path) },
]

/** The router for what the start-up found: only permitted pages are registered, under the layout (docs/specification.md §4). */
export function createRouter(known: Known) {
  return createBrowserRouter([...(isNoAddress(location.pathname) ? [] : OPEN_ROUTES), ...menuRoutes(known)])
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
