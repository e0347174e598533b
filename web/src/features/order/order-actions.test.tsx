import { otherWaybillText } from '@huanji/domain/orders/other-waybill'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ActionContext } from '../../components/actions/action.ts'
import { closeAllOverlays } from '../../components/overlay/overlay-host.tsx'
import { CHANNEL_DESCRIPTIONS } from '../channel/channels.ts'
import { showScreen, stubGateway } from '../testing/screen.tsx'
import { orderActions } from './order-actions.tsx'
import { ORDER, UNIT } from './testing/order.ts'
import type { OrderRow } from './types.ts'

const RETRY = '/api/ext/shipment/retry'
const THEIRS = 'YT8888888888888'
const OURS = 'SF1234567890123'
const desired = { want: 'shipped', state: 'refused', requestedAt: '2026-11-20T01:00:00.000Z' } as const
const LEFT: OrderRow = {
  ...ORDER,
  state: 'shipped',
  carrierName: '顺丰速运',
  waybill: OURS,
  deadlineAt: null,
  deliverySync: 'failed',
  allowedActions: ['resend', 'retry', 'giveUp'],
  desired: { ...desired, problem: otherWaybillText(THEIRS) },
}
const OTHER: OrderRow = {
  ...LEFT,
  orderId: 'order-2',
  orderNo: '3800000000000000002',
  desired: { ...desired, problem: '闲鱼没有接受' },
}

function retry(rows: readonly OrderRow[]) {
  const sent = stubGateway({
    [RETRY]: () => ({}),
    '/api/yushiorder/v1/order/barcodeList': () => ({ units: [{ ...UNIT, dispatchState: 'shipped' }] }),
    '/api/yushiorder/v1/order/logisticsCompanyList': () => ({ companies: [], guesses: [] }),
    '/api/address/options': () => ({ options: [] }),
  })
  showScreen(null)
  const action = orderActions(CHANNEL_DESCRIPTIONS.auction.orders).find(({ key }) => key === 'retry')
  if (!action) throw new Error('no 重新提交')
  const context = { refresh: vi.fn(async () => {}) } as unknown as ActionContext<OrderRow>
  const told: { outcomes?: unknown } = {}
  act(() => {
    void Promise.resolve(action.run(rows, context)).then((outcomes) => {
      told.outcomes = outcomes
    })
  })
  return { told, retries: () => sent.filter(({ path }) => path === RETRY).map(({ body }) => body) }
}

afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
})

test('defect: a shipment that the marketplace knows under another number was submitted again unasked', async () => {
  const { retries } = retry([LEFT])
  const dialog = await screen.findByRole('dialog', { name: '哪个运单号是对的？' })
  expect(dialog.textContent).toContain(`在闲鱼上是运单 ${THEIRS}，这里记的是 顺丰速运 ${OURS}`)
  expect(retries()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: `闲鱼上的对，改成 ${THEIRS}` }))
  await screen.findByRole('dialog', { name: `改运单 ${LEFT.orderNo}` })
  expect((await screen.findByLabelText<HTMLInputElement>(/^运单号/)).value).toBe(THEIRS)
  expect(retries()).toEqual([])
})

test('whose own number is right submits it again', async () => {
  const { retries } = retry([LEFT])
  fireEvent.click(await screen.findByRole('button', { name: '我们的对，再提交一次' }))
  await waitFor(() => expect(retries()).toHaveLength(1))
})

test('of several those with another number are left for one by one', async () => {
  const { retries, told } = retry([LEFT, OTHER])
  await waitFor(() =>
    expect(told.outcomes).toMatchObject([
      { label: OTHER.orderNo, ok: true },
      { label: LEFT.orderNo, ok: false },
    ]),
  )
  expect(retries()).toMatchObject([{ orderId: OTHER.orderId }])
})
