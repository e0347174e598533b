import { act, cleanup } from '@testing-library/react'
import type { ComponentType } from 'react'
import { vi } from 'vitest'
import { closeAllOverlays, openOverlay } from '../../../components/overlay/overlay-host.tsx'
import { showScreen } from '../../testing/screen.tsx'
import type { DoneRefund, RefundDialogProps } from '../refund-actions.tsx'
import type { RefundDetail } from '../types.ts'

/** Opens a form of after-sale as the actions do; gives what is called once it is closed. */
export function openForm(Form: ComponentType<RefundDialogProps>, refund: RefundDetail) {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  const onClose = vi.fn()
  showScreen(null)
  act(() => {
    void openOverlay<DoneRefund>((close) => <Form refund={refund} onClose={close} />).then(onClose)
  })
  return onClose
}

/** Takes away what a test has opened, and its gateway. */
export function closeForms(): void {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
}
