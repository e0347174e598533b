import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { refusal, stubGateway } from '../../testing/screen.tsx'
import { closeForms, openForm } from '../testing/form.tsx'
import { REFUND, received, UNIT } from '../testing/refund.ts'
import { RefuseDialog } from './refuse-dialog.tsx'

const REFUSE = '/api/refund/v1/refuse'
const SAID = '发货前已拍照'

/** The reasons are others once the form was sent: the buyer has changed the claim. */
function gateway(answer: () => object) {
  const now = { reasons: ['商品与描述一致'] }
  stubGateway({
    '/api/ext/refund/refuseReasons': () => ({ reasons: now.reasons, withheld: [] }),
    '/api/refund/v1/detail': () => ({ ...REFUND, version: 4 }),
    [REFUSE]: () => {
      now.reasons = ['已超过售后期限']
      return answer()
    },
  })
}

async function refuseOnce() {
  openForm(RefuseDialog, REFUND)
  fireEvent.click(await screen.findByRole('radio', { name: /商品与描述一致/ }))
  fireEvent.change(screen.getByLabelText(/^说明/), { target: { value: SAID } })
  fireEvent.click(button())
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: '拒绝售后' })

/** The new reasons stand there, none of them is chosen, and what was written is kept. */
async function expectNewReasons() {
  const reason = await screen.findByRole<HTMLInputElement>('radio', { name: /已超过售后期限/ })
  expect(reason.checked).toBe(false)
  expect(screen.queryByRole('radio', { name: /商品与描述一致/ })).toBeNull()
  expect(button().disabled).toBe(true)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^说明/).value).toBe(SAID)
}

afterEach(closeForms)

test('defect: a reason that does not hold any more stayed chosen, and was refused each time', async () => {
  gateway(() => refusal('REFUND_REASON_INVALID', '该拒绝原因不适用于此订单', { field: 'reason' }))
  await refuseOnce()
  await screen.findByText('该拒绝原因不适用于此订单')
  await expectNewReasons()
})

test('defect: the reasons of the claim before stayed after the changed claim was loaded', async () => {
  gateway(() => refusal('VERSION_CONFLICT', '买家已修改售后'))
  await refuseOnce()
  fireEvent.click(await screen.findByRole('button', { name: '查看最新' }))
  await waitFor(() => expect(screen.queryByText('买家已修改售后')).toBeNull())
  await expectNewReasons()
})

test('defect: a refusal for a swapped phone chose no reason and went out without a picture unasked', async () => {
  const sent = stubGateway({
    '/api/ext/refund/refuseReasons': () => ({
      reasons: ['未沟通协商一致', '退回商品与发出不符', '其他'],
      withheld: [],
    }),
    [REFUSE]: () => ({ refund: REFUND, approval: null }),
  })
  const here = received(UNIT)
  const unit = { ...here, received: here.received && { ...here.received, code: '861001380099990', isSamePhone: false } }
  openForm(RefuseDialog, { ...REFUND, state: 'awaiting_receipt', units: [unit] })
  const fitting = await screen.findByRole<HTMLInputElement>('radio', { name: /退回商品与发出不符/ })
  expect(fitting.checked).toBe(true)
  expect(document.body.textContent).toContain(`收到 861001380099990，售出的是 ${UNIT.imei}`)
  fireEvent.change(screen.getByLabelText(/^说明/), { target: { value: SAID } })
  const refusals = () => sent.filter(({ path }) => path === REFUSE)
  fireEvent.click(button())
  fireEvent.click(await screen.findByRole('button', { name: '去拍照片' }))
  await waitFor(() => expect(screen.queryByText('没有照片，也要拒绝吗？')).toBeNull())
  expect(refusals()).toEqual([])
  fireEvent.click(button())
  fireEvent.click(await screen.findByRole('button', { name: '没有照片，直接拒绝' }))
  await waitFor(() => expect(refusals()).toMatchObject([{ body: { confirmWithoutPhoto: true } }]))
})

test('defect: reasons that contradict the case were offered, and nobody was told why one is not', async () => {
  const why = '买家没有寄回手机'
  const withheld = ['退回商品与发出不符', '退回商品有新增损伤'].map((reason) => ({ reason, why }))
  stubGateway({ '/api/ext/refund/refuseReasons': () => ({ reasons: ['其他'], withheld }) })
  openForm(RefuseDialog, REFUND)
  await screen.findByRole('radio', { name: /其他/ })
  expect(screen.getAllByRole('radio')).toHaveLength(1)
  expect(document.body.textContent).toContain(`${why}，不能选：退回商品与发出不符、退回商品有新增损伤`)
})

test('defect: a reason that says that another phone came back was given without a picture, unasked', async () => {
  const sent = stubGateway({
    '/api/ext/refund/refuseReasons': () => ({ reasons: ['退回商品与发出不符', '其他'], withheld: [] }),
    [REFUSE]: () => ({ refund: REFUND, approval: null }),
  })
  openForm(RefuseDialog, { ...REFUND, state: 'awaiting_receipt', units: [received(UNIT)] })
  fireEvent.click(await screen.findByRole('radio', { name: /退回商品与发出不符/ }))
  fireEvent.change(screen.getByLabelText(/^说明/), { target: { value: SAID } })
  fireEvent.click(button())
  fireEvent.click(await screen.findByRole('button', { name: '没有照片，直接拒绝' }))
  await waitFor(() => expect(sent.filter(({ path }) => path === REFUSE)).toHaveLength(1))
})
