import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { stubGateway } from '../../testing/screen.tsx'
import { closeForms, openForm } from '../testing/form.tsx'
import { APPROVAL, REFUND } from '../testing/refund.ts'
import { ApproveDialog, DeclineDialog } from './approve-dialog.tsx'

afterEach(closeForms)

test('defect: the second person was not told which plan of the market the payment is', async () => {
  stubGateway({})
  openForm(ApproveDialog, { ...REFUND, approvals: [{ ...APPROVAL, action: 'takePlan', plan: 'return' }] })
  await screen.findByText('选处理办法（退货退款）')
})

test('defect: whoever asked was offered to decline the own request', async () => {
  stubGateway({})
  openForm(DeclineDialog, { ...REFUND, approvals: [{ ...APPROVAL, isOwn: true }] })
  await screen.findByRole('heading', { name: `撤回申请 ${REFUND.refundNo}` })
  screen.getByRole('button', { name: '撤回申请' })
  expect(screen.queryByText(/不批准/)).toBeNull()
})

test('a colleague declines it', async () => {
  stubGateway({})
  openForm(DeclineDialog, { ...REFUND, approvals: [APPROVAL] })
  await screen.findByRole('button', { name: '不批准' })
})
