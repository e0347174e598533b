import { Activity, memo, StrictMode, startTransition, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { loadMenu, type MenuOutcome } from '../api/menu.ts'
import { setSendPolicy } from '../api/send.ts'
import { closeAllOverlays } from '../components/overlay/overlay-host.tsx'
import { dropParked, type Parked, park, parkedPage, person, takeParked, tellEnd } from '../components/parked/parked.ts'
import { toast } from '../components/toast/toast.ts'
import { ToastHost } from '../components/toast/toast-host.tsx'
import { elapsedMs } from '../platform/clock.ts'
import { isPublicPath, PUBLIC_PAGES } from '../session/public-pages.ts'
import { loginAddress } from '../session/redirect.ts'
import { onRestart, SIGNED_OUT_KEY, setMenuStale } from '../session/restart.ts'
import { clearSession, forgetPermissions, isSignedIn, loginContext, permissions } from '../session/session.ts'
import { type AppRouter, createRouter, preloadPage } from './router.tsx'

/** A refusal for want of a right asks for the menu again at most once in this time: a page cannot make it go round. */
const RIGHTS_PAUSE_MS = 10_000
/** A menu that takes longer is not waited for: what is known is shown. */
const MENU_PATIENCE_MS = 2500
/** Another window writes the keys of a session one by one; after this time they are all there. */
const OTHER_WINDOW_MS = 200

let root: Root
/** The router that is at work; there is never more than one. */
let shown: AppRouter | undefined
/** The token of the session that is on screen, and whose it is. */
let shownToken = ''
let shownPerson = ''
/** Another window says that the person signed out there, and did not only lose the session. */
let isSignedOut = false
let rightsAskedMs = Number.NEGATIVE_INFINITY
let lastTurn = 0

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const address = (): string => location.pathname + location.search

/** Once the router has loaded what it shows first: until then the frame that came with the page stays, or the page before. */
function settled(router: AppRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}

/**
 * Puts a router to work in place of the one before, which would still answer the back button for whoever it was made
 * for. Whoever entered last knows who is signed in: a router of an earlier turn is dropped.
 */
async function show(router: AppRouter, turn: number): Promise<void> {
  await settled(router)
  if (turn !== lastTurn) return router.dispose()
  shown?.dispose()
  shown = router
  if (parkedPage()) {
    flushSync(() => render(router))
    return
  }
  // A page with rows is rendered in slices, or the browser would not answer for as long; a small one is there sooner at once.
  if (isPublicPath(location.pathname)) render(router)
  else startTransition(() => render(router))
}

function render(router: AppRouter): void {
  const hidden = parkedPage()?.router
  root.render(
    <StrictMode>
      <App routers={hidden && hidden !== router ? [hidden, router] : [router]} shown={router} />
    </StrictMode>,
  )
}

/** Shows the page that a session left behind, as it was left. */
function resume(page: Parked): void {
  shown?.dispose()
  shown = page.router
  history.replaceState(page.entry, '', page.address)
  page.router.initialize()
  render(page.router)
}

const heldList = (): string => [...permissions()].join()

/** Shows the page of the address for whoever is signed in; public pages and a known menu do not wait for the menu's answer. */
async function enter(): Promise<void> {
  const turn = ++lastTurn
  shownToken = loginContext().loginToken
  shownPerson = shownToken && person()
  setMenuStale(false)
  const isOpen = isPublicPath(location.pathname)
  if (isSignedIn() && !isOpen) preloadPage(location.pathname)
  const menu = loadMenu()
  if (isOpen) return show(createRouter('notAsked'), turn)
  const inTime = await Promise.race([menu, pause(MENU_PATIENCE_MS)])
  if (turn !== lastTurn) return
  if (inTime) return showFor(inTime, turn)
  const before = heldList()
  void show(createRouter(before ? 'ready' : 'awaited'), turn)
  const late = await menu
  if (turn !== lastTurn) return
  if (before && before === heldList()) setMenuStale(late === 'stale')
  else await showFor(late, turn)
}

async function showFor(outcome: MenuOutcome, turn: number): Promise<void> {
  setMenuStale(outcome === 'stale')
  const back = outcome === 'signedOut' ? null : takeParked(address(), heldList())
  if (outcome !== 'signedOut') tellEnd('')
  return back ? resume(back) : show(createRouter(outcome), turn)
}

function begin(at: string): Promise<void> {
  if (!parkedPage()) closeAllOverlays()
  history.replaceState(null, '', at)
  return enter()
}

/** Keeps the page on screen with what was typed on it, for when the same person comes back. */
function keepPage(rights: string): void {
  if (!shown || isPublicPath(location.pathname) || parkedPage()) return
  park({ router: shown, address: address(), entry: history.state, person: shownPerson, rights })
}

/** Leads to the sign-in page, which says why; who is there already reads it in the form. */
function onSessionInvalid(text: string): void {
  const rights = heldList()
  clearSession()
  if (location.pathname === PUBLIC_PAGES.login.path) return
  tellEnd(text)
  keepPage(rights)
  void begin(loginAddress(location.pathname, location.search))
}

/** Asks for the menu once more: pages and buttons follow it as it is now. */
async function askMenuAgain(): Promise<void> {
  const before = heldList()
  const turn = lastTurn
  const outcome = await loadMenu()
  if (turn !== lastTurn || outcome !== 'ready') return
  setMenuStale(false)
  // The same rights as before are no reason to replace the page that the person is using.
  if (heldList() === before) return
  closeAllOverlays()
  await show(createRouter(outcome), turn)
}

/** Rights were taken away or given. */
function onNotGranted(): void {
  if (elapsedMs() - rightsAskedMs < RIGHTS_PAUSE_MS) return
  rightsAskedMs = elapsedMs()
  void askMenuAgain()
}

/** A session is shared by all windows: when it ends or changes in one, no other may go on under the old one. */
function onOtherWindow({ key }: StorageEvent): void {
  if (key === SIGNED_OUT_KEY) isSignedOut = true
  if (key !== 'loginToken') return
  setTimeout(() => {
    const page = parkedPage()
    if (isSignedOut) dropParked()
    if ((!shownToken && !page) || loginContext().loginToken === shownToken) return
    const rights = heldList()
    // the list is this tab's own, and the other session's no more
    forgetPermissions()
    if (!isSignedIn() && !isSignedOut) keepPage(rights)
    isSignedOut = false
    void begin(page && isSignedIn() ? page.address : address())
  }, OTHER_WINDOW_MS)
}

interface AppProps {
  /** The one on screen, and before it the one of a parked page. */
  routers: readonly AppRouter[]
  shown: AppRouter
}

function App({ routers, shown: router }: AppProps) {
  return (
    <>
      {routers.map((one) => (
        <Activity key={generationOf(one)} mode={one === router ? 'visible' : 'hidden'}>
          <Routed router={one} />
        </Activity>
      ))}
      <ToastHost />
    </>
  )
}

const Routed = memo(function Routed({ router }: { router: AppRouter }) {
  useEffect(() => followTitle(router), [router])
  return <RouterProvider router={router} />
})

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
  onRestart(begin, askMenuAgain)
  setSendPolicy({
    onSessionInvalid,
    onNotGranted,
    showError: (text) => toast('error', text),
  })
  addEventListener('storage', onOtherWindow)
  const host = document.getElementById('root')
  if (!host) throw new Error('index.html has no #root')
  root = createRoot(host)
  await enter()
}
