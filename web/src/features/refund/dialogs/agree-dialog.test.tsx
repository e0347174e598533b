import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { stubGateway } from '../../testing/screen.tsx'
import { closeForms, openForm } from '../testing/form.tsx'
import { REFUND } from '../testing/refund.ts'
import { AgreeDialog } from './agree-dialog.tsx'

const AGREE = '/api/refund/v1/agree'
/** The market's plan of returning was taken, although the buyer asked for money alone. */
const WAITING = { ...REFUND, kind: 'refundOnly', state: 'awaiting_address' } as const

function gateway() {
  const sent = stubGateway({
    '/api/address/options': () => ({ options: [{ value: 'a1', label: '广州仓', kind: 'return', isDefault: true }] }),
    [AGREE]: () => ({ refund: WAITING, approval: null }),
    '/api/mch/business': () => ({}),
  })
  return () => sent.filter(({ path }) => path === AGREE).map(({ body }) => body)
}

afterEach(closeForms)

test('defect: a case that waits for its address had no field for it where the buyer had asked for money alone', async () => {
  const agreed = gateway()
  const onClose = openForm(AgreeDialog, WAITING)
  const address = await screen.findByLabelText<HTMLSelectElement>(/^退货地址/)
  await waitFor(() => expect(address.value).toBe('a1'))
  fireEvent.click(screen.getByRole('button', { name: '提交退货地址' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(agreed()).toMatchObject([{ refundId: 'refund-1', addressId: 'a1' }])
})

test('defect: giving the address was said to need a second person, although the amount was agreed to before', async () => {
  gateway()
  openForm(AgreeDialog, { ...WAITING, kind: 'returnAndRefund', ownLimitFen: 100 })
  await screen.findByRole('button', { name: '提交退货地址' })
  expect(screen.queryByText(/将提交审批/)).toBeNull()
})
