import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { closeAllOverlays, OverlayHost, openOverlay } from '../overlay/overlay-host.tsx'
import { leaving, useLeaveGuard } from './leave-guard.ts'

const SCANNED = leaving({ title: '还没发出，要走吗？', body: '扫过的不会保留。', stay: '继续发货', go: '先不发了' })

function Scanned() {
  useLeaveGuard(() => true, SCANNED)
  return <p>扫过一台</p>
}

/** A form over it that nothing was typed into. */
function Untouched() {
  useLeaveGuard(() => false)
  return <p>空的表单</p>
}

async function openBoth() {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <OverlayHost />
          </>
        ),
        children: [
          { path: '/', element: <p>首页</p> },
          { path: '/sale/order', element: <p>订单</p> },
        ],
      },
    ],
    { initialEntries: ['/', '/sale/order'], initialIndex: 1 },
  )
  render(<RouterProvider router={router} />)
  act(() => {
    void openOverlay(() => <Scanned />)
    void openOverlay(() => <Untouched />)
  })
  await screen.findByText('空的表单')
  return router
}

afterEach(() => {
  act(closeAllOverlays)
  cleanup()
})

test('defect: Back threw away what was scanned, where a form without anything in it had come later', async () => {
  const router = await openBoth()
  act(() => void router.navigate(-1))
  await screen.findByText('还没发出，要走吗？')
  fireEvent.click(screen.getByText('继续发货'))
  await waitFor(() => expect(screen.queryByText('还没发出，要走吗？')).toBeNull())
  expect(router.state.location.pathname).toBe('/sale/order')
  act(() => void router.navigate(-1))
  await screen.findByText('还没发出，要走吗？')
  fireEvent.click(screen.getByText('先不发了'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
