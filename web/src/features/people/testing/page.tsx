import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { closeAllOverlays, OverlayHost } from '../../../components/overlay/overlay-host.tsx'
import { ToastHost } from '../../../components/toast/toast-host.tsx'
import { storePermissions, storeSession } from '../../../session/session.ts'
import { SELF } from './rows.ts'

interface Shown {
  readonly path: string
  readonly page: ComponentType
  /** The address with its query; the path without one unless given. */
  readonly address?: string
}

/** The simulated browser knows no popovers: they are simply there. */
function addPopovers(): void {
  HTMLElement.prototype.showPopover = () => {}
  HTMLElement.prototype.hidePopover = () => {}
}

/** Shows a page at its address as the shell does, with room for overlays and toasts; any other address names itself. */
export function showPage({ path, page: Page, address = path }: Shown) {
  addPopovers()
  const around = (
    <>
      <Page />
      <OverlayHost />
      <ToastHost />
    </>
  )
  const router = createMemoryRouter(
    [
      { path, element: around },
      { path: '*', element: <p>别的页面</p> },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

/** Leaves nothing of a test behind: neither page nor overlay, stand-in or session. */
export function leavePage(): void {
  cleanup()
  closeAllOverlays()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
}

/** Signs someone in for a test, with these grants. */
export function signInAs(grants: readonly string[], isOwner = true): void {
  storeSession({
    loginToken: 'token',
    loginPhone: '13800130020',
    employeeId: SELF.staffId,
    merchantId: 'merchant-1',
    loginInfo: { employeeName: '陈老板', merchantName: '示例数码', roleNames: ['老板'], isOwner },
  })
  storePermissions([...grants])
}

/** Presses a button by its name, the top one where a dialog repeats it. */
export async function press(name: string | RegExp): Promise<void> {
  const buttons = await screen.findAllByRole('button', { name, hidden: true })
  const last = buttons.at(-1)
  await act(async () => {
    if (last) fireEvent.click(last)
  })
}

/** Types into a box by its label. */
export async function fill(label: string | RegExp, value: string): Promise<void> {
  await act(async () => {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  })
}

/** What the toasts say. */
export const said = (): string =>
  screen
    .getAllByRole('status', { hidden: true })
    .map((node) => node.textContent)
    .join()
