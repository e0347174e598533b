import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { stubGateway } from '../../testing/screen.tsx'
import { closeForms, openForm } from '../testing/form.tsx'
import { REFUND } from '../testing/refund.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const CONFIRM = '/api/refund/v1/confirm'

afterEach(closeForms)

test('defect: a return of an order without known phones was sent as if they had been compared, and refused each time', async () => {
  const sent = stubGateway({
    [CONFIRM]: () => ({ refund: REFUND, approval: null }),
    '/api/mch/business': () => ({}),
  })
  const onClose = openForm(ConfirmDialog, { ...REFUND, state: 'awaiting_receipt', units: [] })
  await screen.findByText('订单没有登记手机，无法核对。')
  const button = screen.getByRole('button', { name: /^确认收货并退款/ })
  fireEvent.click(button)
  await screen.findByText('订单没有登记手机，无法核对，请写明为什么还要退')
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText(/^为什么还要退/), { target: { value: '包装完好' } })
  fireEvent.click(button)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.find(({ path }) => path === CONFIRM)?.body).toMatchObject({ confirmDifferent: true, note: '包装完好' })
})
