import { StrictMode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { setSendPolicy } from '../api/send.ts'
import { closeAllOverlays } from '../components/overlay/overlay-host.tsx'
import { ToastHost, toast } from '../components/toast/toast.tsx'
import { elapsedMs } from '../platform/clock.ts'
import { clearSession, isSignedIn, loginContext, permissions } from '../session/session.ts'
import { loadMenu } from './menu.ts'
import { PUBLIC_PAGES } from './public-pages.ts'
import { loginAddress } from './redirect.ts'
import { onRestart } from './restart.ts'
import { type AppRouter, createRouter, preloadPage } from './router.tsx'

/** A refusal for want of a right asks for the menu again at most once in this time: a page cannot make it go round. */
const RIGHTS_PAUSE_MS = 10_000
/** Another window writes the keys of a session one by one; after this time they are all there. */
const OTHER_WINDOW_MS = 200

let root: Root
/** The router that is at work; there is never more than one. */
let shown: AppRouter | undefined
/** The token of the session that is on screen. */
let shownToken = ''
let rightsAskedMs = Number.NEGATIVE_INFINITY
let lastTurn = 0

const address = (): string => location.pathname + location.search

/** Loads the menu and makes the router for it, while the page that the address names is on its way. */
async function prepare(): Promise<AppRouter> {
  shownToken = loginContext().loginToken
  if (isSignedIn()) preloadPage(location.pathname)
  return createRouter(await loadMenu())
}

/** Puts a router to work in place of the one before, which would still answer the back button for whoever it was made for. */
function show(router: AppRouter): void {
  shown?.dispose()
  shown = router
  root.render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  )
}

/** Shows the page of the address for whoever is signed in. */
async function enter(): Promise<void> {
  const turn = ++lastTurn
  const router = await prepare()
  // Whoever entered last knows who is signed in.
  if (turn === lastTurn) show(router)
  else router.dispose()
}

function begin(at: string): Promise<void> {
  closeAllOverlays()
  history.replaceState(null, '', at)
  return enter()
}

/** Leads to the sign-in page and says why; who is there already reads it in the form. */
function onSessionInvalid(text: string): void {
  clearSession()
  if (location.pathname === PUBLIC_PAGES.login.path) return
  toast('info', text)
  void begin(loginAddress(location.pathname, location.search))
}

/** Rights were taken away or given: pages and buttons follow the menu as it is now. */
async function onNotGranted(): Promise<void> {
  if (elapsedMs() - rightsAskedMs < RIGHTS_PAUSE_MS) return
  rightsAskedMs = elapsedMs()
  const before = [...permissions()].join()
  const turn = lastTurn
  const outcome = await loadMenu()
  if (turn !== lastTurn) return
  // The same rights as before are no reason to replace the page that the person is using.
  if (outcome !== 'ready' || [...permissions()].join() === before) return
  closeAllOverlays()
  show(createRouter(outcome))
}

/** A kept session is shared by all windows: when it ends or changes in one, no other may go on under the old one. */
function onOtherWindow({ key }: StorageEvent): void {
  if (key !== 'loginToken') return
  setTimeout(() => {
    if (shownToken && loginContext().loginToken !== shownToken) void begin(address())
  }, OTHER_WINDOW_MS)
}

function App({ router }: { router: AppRouter }) {
  useEffect(() => followTitle(router), [router])
  return (
    <>
      <RouterProvider key={generationOf(router)} router={router} />
      <ToastHost />
    </>
  )
}

const generations = new WeakMap<AppRouter, number>()
let lastGeneration = 0

/** A number for each router: a new one mounts a fresh tree, so nothing of the session before stays on screen. */
function generationOf(router: AppRouter): number {
  const known = generations.get(router) ?? ++lastGeneration
  generations.set(router, known)
  return known
}

/** Keeps the window's title that of the page. */
function followTitle(router: AppRouter): () => void {
  const update = () => {
    const handle: unknown = router.state.matches.at(-1)?.route.handle
    const title = typeof handle === 'object' && handle !== null && 'title' in handle ? handle.title : null
    document.title = typeof title === 'string' ? `${title} - 焕机` : '焕机'
  }
  update()
  return router.subscribe(update)
}

/** Starts the application; it mounts whatever the menu call says (docs/specification.md §4). */
export async function start(): Promise<void> {
  onRestart(begin)
  setSendPolicy({
    onSessionInvalid,
    onNotGranted: () => void onNotGranted(),
    showError: (text) => toast('error', text),
  })
  addEventListener('storage', onOtherWindow)
  const host = document.getElementById('root')
  if (!host) throw new Error('index.html has no #root')
  root = createRoot(host)
  await enter()
}
