import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { setSendPolicy } from '../api/send.ts'
import { closeAllOverlays } from '../components/overlay/overlay-host.tsx'
import { ToastHost, toast } from '../components/toast/toast.tsx'
import { clearSession, isSignedIn } from '../session/session.ts'
import { loadMenu } from './menu.ts'
import { loginAddress } from './redirect.ts'
import { onRestart } from './restart.ts'
import { type AppRouter, createRouter, preloadPage } from './router.tsx'

let showRouter: (router: AppRouter) => void = () => {}

/** Loads the menu and makes the router for it, while the page that the address names is on its way. */
async function prepare(): Promise<AppRouter> {
  if (isSignedIn()) preloadPage(location.pathname)
  return createRouter(await loadMenu())
}

async function begin(address: string): Promise<void> {
  closeAllOverlays()
  history.replaceState(null, '', address)
  showRouter(await prepare())
}

function onSessionInvalid(): void {
  clearSession()
  if (location.pathname === '/login') return
  void begin(loginAddress(location.pathname, location.search))
}

function App({ first }: { first: AppRouter }) {
  const [router, setRouter] = useState(first)
  useEffect(() => {
    showRouter = setRouter
    return followTitle(router)
  }, [router])
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

/** Starts the application; it mounts whatever the menu call says (specification §4). */
export async function start(): Promise<void> {
  onRestart(begin)
  setSendPolicy({ onSessionInvalid, showError: (text) => toast('error', text) })
  const host = document.getElementById('root')
  if (!host) throw new Error('index.html has no #root')
  const router = await prepare()
  createRoot(host).render(
    <StrictMode>
      <App first={router} />
    </StrictMode>,
  )
}
