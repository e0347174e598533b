import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAllOverlays, openOverlay } from '../../../components/overlay/overlay-host.tsx'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { refusal, showScreen, stubGateway } from '../../testing/screen.tsx'
import { STOCK_ORDER as ORDER } from '../testing/order.ts'
import type { OrderRow } from '../types.ts'
import { CloseDialog } from './close-dialog.tsx'

const CLOSE = '/api/saleorder/v1/order/close'
const WARNING = '关闭后不可恢复，可能影响店铺信用分'
const REASONS = [
  { code: 'out_of_stock', label: '商品无货', needsNote: false },
  { code: 'other', label: '其他（需填写说明）', needsNote: true },
]

function open(answer: () => object, reasons: typeof REASONS = REASONS) {
  const sent = stubGateway({
    [CLOSE]: answer,
    '/api/yushiorder/v1/order/closeReasonList': () => ({ reasons, warning: WARNING }),
    '/api/saleorder/v1/order/detail': () => ({ ...ORDER, version: 8 }),
    '/api/mch/business': () => ({}),
  })
  const onClose = vi.fn()
  showScreen(null)
  act(() => {
    void openOverlay<OrderRow>((close) => (
      <CloseDialog orders={CHANNEL_DESCRIPTIONS.curated.orders} order={ORDER} onClose={close} />
    )).then(onClose)
  })
  return { onClose, closes: () => sent.filter(({ path }) => path === CLOSE).map(({ body }) => body) }
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: '关闭订单' })
const closed = () => ({ order: { ...ORDER, desired: null, version: 9 } })

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
})

test('nothing is closed without a reason, what it costs is said, and a note is asked for where it is needed', async () => {
  const { onClose, closes } = open(closed)
  await screen.findByText(WARNING)
  expect(button().disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /其他/ }))
  fireEvent.click(button())
  await screen.findByText('请填写关闭订单的说明')
  expect(closes()).toEqual([])
  fireEvent.change(screen.getByLabelText(/^说明/), { target: { value: ' 买家改期 ' } })
  fireEvent.click(button())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(closes()).toMatchObject([{ orderId: ORDER.orderId, version: 3, reasonCode: 'other', note: '买家改期' }])
})

test('an order that changed meanwhile is said so, and closed as it is by then', async () => {
  let isFirst = true
  const { onClose, closes } = open(() => {
    if (!isFirst) return closed()
    isFirst = false
    return refusal('VERSION_CONFLICT', '林小满已于10:00修改过这个订单')
  })
  fireEvent.click(await screen.findByRole('radio', { name: /商品无货/ }))
  fireEvent.click(button())
  await screen.findByText('林小满已于10:00修改过这个订单')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '按最新订单继续' }))
  await waitFor(() => expect(screen.queryByText('林小满已于10:00修改过这个订单')).toBeNull())
  fireEvent.click(button())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(closes().map(({ version }) => version)).toEqual([3, 8])
})

test('defect: the tenth reason had no key', async () => {
  const many = Array.from({ length: 11 }, (_, index) => ({
    code: `reason${index + 1}`,
    label: `原因${index + 1}`,
    needsNote: false,
  }))
  open(closed, many)
  const tenth = await screen.findByRole<HTMLInputElement>('radio', { name: /原因10/ })
  fireEvent.keyDown(document.body, { key: '0' })
  await waitFor(() => expect(tenth.checked).toBe(true))
})
