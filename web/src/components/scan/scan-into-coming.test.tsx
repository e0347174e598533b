import { act, cleanup, render } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from '../overlay/dialog.tsx'
import { closeAllOverlays, OverlayHost, openOverlay } from '../overlay/overlay-host.tsx'
import { scanKeys } from './testing/scanner.ts'
import { useScanner } from './use-scanner.ts'

const CODE = '861005310070062'
const onPage = vi.fn()
const onDrawer = vi.fn()

function Page() {
  useScanner({ onScan: onPage, reach: 'list' })
  return null
}

function Drawer() {
  useScanner({ onScan: onDrawer })
  return (
    <Dialog title="批量发货" onClose={() => {}}>
      扫描手机
    </Dialog>
  )
}

/** Opens a drawer whose scripts are on their way; gives how they arrive, and how it is given up. */
async function openLate(): Promise<{ arrive: () => Promise<void>; giveUp: () => void }> {
  let arrive = (_: { default: typeof Drawer }): void => {}
  const Late = lazy(
    () =>
      new Promise<{ default: typeof Drawer }>((resolve) => {
        arrive = resolve
      }),
  )
  let giveUp = (): void => {}
  await act(async () => {
    void openOverlay((close) => {
      giveUp = close
      return <Late />
    })
  })
  return { arrive: () => act(async () => arrive({ default: Drawer })), giveUp: () => act(() => giveUp()) }
}

beforeEach(() => {
  vi.clearAllMocks()
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  render(
    <>
      <Page />
      <OverlayHost />
    </>,
  )
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
})

test('defect: what was scanned right after a drawer was opened went to the list under it', async () => {
  const { arrive } = await openLate()
  act(() => scanKeys(CODE))
  expect(onPage).not.toHaveBeenCalled()
  await arrive()
  expect(onDrawer).toHaveBeenCalledExactlyOnceWith(CODE)
  expect(onPage).not.toHaveBeenCalled()
})

test('where the drawer is given up before it comes, the page has the code', async () => {
  const { giveUp } = await openLate()
  act(() => scanKeys(CODE))
  expect(onPage).not.toHaveBeenCalled()
  giveUp()
  expect(onPage).toHaveBeenCalledExactlyOnceWith(CODE)
})
