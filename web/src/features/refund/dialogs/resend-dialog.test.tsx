import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { scanKeys } from '../../../components/scan/testing/scanner.ts'
import { refusal, scan, stubGateway } from '../../testing/screen.tsx'
import { closeForms, openForm } from '../testing/form.tsx'
import { REFUND, UNIT } from '../testing/refund.ts'
import { ResendDialog } from './resend-dialog.tsx'

const RESEND = '/api/ext/refund/resend'
const WAYBILL = 'SF1234567890123'
const EXCHANGE = { ...REFUND, kind: 'exchange', state: 'awaiting_resend' } as const

function gateway(answer: () => object) {
  const sent = stubGateway({
    [RESEND]: answer,
    '/api/yushiorder/v1/order/logisticsCompanyList': () => ({
      companies: [{ code: 'SF', name: '顺丰速运', hot: true, legacy: false }],
      guesses: [],
    }),
    '/api/mch/business': () => ({}),
  })
  return () => sent.filter(({ path }) => path === RESEND).map(({ body }) => body)
}
const submit = () => document.querySelector('form')?.requestSubmit()

afterEach(closeForms)

test('defect: the refusal of a phone stayed in red over the next one that was scanned', async () => {
  const sent = gateway(() => refusal('UNIT_SKU_DIFFERS', '规格与订单不符', { field: 'unitCode' }))
  openForm(ResendDialog, { ...EXCHANGE, units: [UNIT] })
  const phone = await screen.findByLabelText<HTMLInputElement>(/^换给买家的手机/)
  for (const code of ['HJ0000000002', 'FD00000001', WAYBILL]) await scan(code)
  submit()
  await screen.findByText('规格与订单不符')
  expect(sent()).toHaveLength(1)
  phone.focus()
  scanKeys('HJ0000000003')
  await waitFor(() => expect(phone.value).toBe('HJ0000000003'))
  expect(screen.queryByText('规格与订单不符')).toBeNull()
})

test('defect: 换货 of an order without known phones asked for the scan of one that nobody can compare', async () => {
  const sent = gateway(() => ({ refund: EXCHANGE, approval: null }))
  const onClose = openForm(ResendDialog, { ...EXCHANGE, units: [] })
  await screen.findByLabelText(/^运单号/)
  expect(screen.queryByLabelText(/^换给买家的手机/)).toBeNull()
  await scan(WAYBILL)
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([{ waybill: WAYBILL, carrierCode: 'SF' }])
})
