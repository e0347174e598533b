import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Action } from '../../components/actions/action.ts'
import { ToastHost } from '../../components/toast/toast-host.tsx'
import { showScreen, stubGateway } from '../testing/screen.tsx'
import { REFUND_PAGE_ACTIONS } from './refund-actions.tsx'
import { closeForms } from './testing/form.tsx'
import { APPROVAL, REFUND } from './testing/refund.ts'
import type { RefundApproval, RefundRow } from './types.ts'

const ASKED = '金额超出您的额度，已提交审批，等待同事批准'

const asked = (isOwn: boolean) => ({ ...REFUND, approvals: [{ ...APPROVAL, isOwn }] })
const actionOf = (key: string) => REFUND_PAGE_ACTIONS.find((action) => action.key === key)

/** Runs an action of the case's page, and presses the button of its form. */
async function run(action: Action<RefundRow> | undefined, isOwn: boolean, button: RegExp, answer: RefundApproval) {
  stubGateway({
    '/api/refund/v1/detail': () => asked(isOwn),
    '/api/ext/refund/approve': () => ({ refund: REFUND, approval: answer }),
    '/api/ext/refund/decline': () => ({ refund: REFUND, approval: answer }),
    '/api/mch/business': () => ({}),
  })
  showScreen(<ToastHost />)
  const context = { navigate: () => {}, queries: new QueryClient(), updateRow: () => {}, refresh: async () => {} }
  let done: unknown
  act(() => {
    done = action?.run([REFUND], context)
  })
  fireEvent.click(await screen.findByRole('button', { name: button }))
  await act(async () => done)
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})
afterEach(closeForms)

test('defect: whoever asked for a payment was offered to decline it', async () => {
  expect([actionOf('take-back')?.name, actionOf('take-back')?.allowed]).toEqual(['撤回申请', 'takeBack'])
  expect([actionOf('decline')?.name, actionOf('decline')?.allowed]).toEqual(['不批准', 'decline'])
  await run(actionOf('take-back'), true, /^撤回申请$/, { ...APPROVAL, isOwn: true, decision: 'declined' })
  await screen.findByText('已撤回申请，售后保持原状')
})

test('defect: a payment that was agreed to was said to wait for a second person', async () => {
  await run(actionOf('approve'), false, /^批准/, { ...APPROVAL, decision: 'approved' })
  await screen.findByText('已批准，等闲鱼确认')
  await waitFor(() => expect(screen.queryByText(ASKED)).toBeNull())
})
