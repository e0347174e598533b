import { act, cleanup, render, screen } from '@testing-library/react'
import { lazy, type ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { closeAllOverlays, OverlayHost, openOverlay } from './overlay-host.tsx'

interface WindowProps {
  name: string
  onClose: (result?: string) => void
}

const Window = ({ name, onClose }: WindowProps) => (
  <Dialog title={name} onClose={() => onClose()}>
    <button type="button" onClick={() => onClose('done')}>
      {name}好了
    </button>
  </Dialog>
)
const Question = ({ name, onClose }: WindowProps) => <Window name={name} onClose={onClose} />

const windows = () => screen.queryAllByRole('dialog', { hidden: true }).map(({ textContent }) => textContent)

async function open(Kind: (props: WindowProps) => ReactElement, name: string, key?: string): Promise<unknown[]> {
  const closed: unknown[] = []
  await act(async () => {
    void openOverlay<string>((close) => <Kind key={key} name={name} onClose={close} />).then((result) =>
      closed.push(result ?? 'given up'),
    )
  })
  return closed
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  render(<OverlayHost />)
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.useRealTimers()
})

test.each([0, 20, 150, 499])('defect: a double click of %i ms opened the same drawer twice', async (gapMs) => {
  const first = await open(Window, '发货')
  vi.advanceTimersByTime(gapMs)
  expect(await open(Window, '发货')).toEqual(['given up'])
  expect(windows()).toEqual(['发货发货好了'])
  act(() => screen.getByText('发货好了').click())
  await act(async () => {})
  // only one of the two goes on with the work
  expect(first).toEqual(['done'])
  expect(windows()).toEqual([])
})

test('defect: while a drawer was on its way, every further click opened one more', async () => {
  let arrive = (_: { default: typeof Window }): void => {}
  const Late = lazy(
    () =>
      new Promise<{ default: typeof Window }>((resolve) => {
        arrive = resolve
      }),
  )
  const openLate = () => act(async () => void openOverlay((close) => <Late name="发货" onClose={close} />))
  await openLate()
  vi.advanceTimersByTime(5_000)
  await openLate()
  await act(async () => arrive({ default: Window }))
  vi.advanceTimersByTime(20)
  await openLate()
  expect(windows()).toEqual(['发货发货好了'])
})

test('a question over a drawer opens at once', async () => {
  await open(Window, '发货')
  await open(Question, '确认发货')
  expect(windows()).toHaveLength(2)
})

test('the same again opens over the one that was looked at, once that is closed, and where their keys differ', async () => {
  await open(Window, '发货')
  vi.advanceTimersByTime(500)
  await open(Window, '另一个')
  expect(windows()).toHaveLength(2)
  act(closeAllOverlays)
  await open(Window, '发货')
  expect(windows()).toHaveLength(1)
  await open(Window, '发货', 'second')
  expect(windows()).toHaveLength(2)
})
