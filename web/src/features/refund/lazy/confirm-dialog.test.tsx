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
  await screen.findByText('订单没有登记设备，无法核对。')
  const button = screen.getByRole('button', { name: /^确认收货并退款/ })
  fireEvent.click(button)
  await screen.findByText('订单没有登记设备，无法核对，请说明为什么仍然确认')
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText(/^仍然确认的原因/), { target: { value: '包装完好' } })
  fireEvent.click(button)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.find(({ path }) => path === CONFIRM)?.body).toMatchObject({ confirmDifferent: true, note: '包装完好' })
})
