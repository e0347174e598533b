import { fireEvent, screen } from '@testing-library/react'
import { afterEach, test } from 'vitest'
import { stubGateway } from '../../testing/screen.tsx'
import { closeForms, openForm } from '../testing/form.tsx'
import { REFUND } from '../testing/refund.ts'
import { PlanDialog } from './plan-dialog.tsx'

const PLANS = { keepFen: 15_000, returnFen: 193_000, decided: null }

afterEach(closeForms)

test('defect: above the own limit the button of a plan promised to pay', async () => {
  stubGateway({})
  openForm(PlanDialog, { ...REFUND, plans: PLANS, ownLimitFen: 20_000 })
  fireEvent.click(await screen.findByRole('radio', { name: /^补差/ }))
  screen.getByRole('button', { name: '确认补差 ¥150.00' })
  fireEvent.click(screen.getByRole('radio', { name: /^退货退款/ }))
  screen.getByRole('button', { name: /^提交审批 ¥/ })
})
