import { cleanup, configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// A form that is loaded lazily is compiled while a test waits for it; beside other suites that takes longer than a second.
configure({ asyncUtilTimeout: 8_000 })

// The simulated browser has no top layer: what is shown in it stands in the page like everything else.
if (typeof HTMLElement !== 'undefined') {
  HTMLElement.prototype.showPopover ??= () => {}
  HTMLElement.prototype.hidePopover ??= () => {}
}

// Files share their worker and its modules: each takes away what it rendered, and puts back what it replaced.
afterAll(async () => {
  vi.useRealTimers()
  // a part that comes late would come into the next file
  await vi.dynamicImportSettled()
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (typeof document === 'undefined') return
  // loaded only here: what a setup file loads before a test, the test cannot replace
  const { setSendPolicy } = await import('../api/send.ts')
  setSendPolicy({ onSessionInvalid: () => {}, onNotGranted: () => {}, showError: () => {} })
  const toasts = await import('../components/toast/toast.ts')
  const overlays = await import('../components/overlay/overlay-host.tsx')
  const session = await import('../session/session.ts')
  // not there where the test has put something in its place
  if ('dropToasts' in toasts) toasts.dropToasts()
  if ('closeAllOverlays' in overlays) overlays.closeAllOverlays()
  if ('storePermissions' in session) session.storePermissions([])
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
