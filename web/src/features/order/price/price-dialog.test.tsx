import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAllOverlays, openOverlay } from '../../../components/overlay/overlay-host.tsx'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { refusal, scan, showScreen, stubGateway } from '../../testing/screen.tsx'
import { STOCK_ORDER } from '../testing/order.ts'
import type { OrderRow } from '../types.ts'
import { PriceDialog } from './price-dialog.tsx'

const CHANGE = '/api/saleorder/v1/order/changePrice'
const { orders } = CHANNEL_DESCRIPTIONS.curated
const ORDER: OrderRow = { ...STOCK_ORDER, state: 'awaiting_payment', originalPriceFen: 560_000, freightFen: 1_000 }

function open(answer: () => object, order = ORDER, detail: () => object = () => order) {
  const sent = stubGateway({ [CHANGE]: answer, [orders.calls.detail.path]: detail, '/api/mch/business': () => ({}) })
  const onClose = vi.fn()
  showScreen(null)
  act(() => {
    const { stock } = orders
    if (stock === null) throw new Error('the curated channel has stock')
    void openOverlay<OrderRow>((close) => (
      <PriceDialog orders={orders} stock={stock} order={order} onClose={close} />
    )).then(onClose)
  })
  return { onClose, changes: () => sent.filter(({ path }) => path === CHANGE).map(({ body }) => body) }
}

const box = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: RegExp, value: string) => act(async () => void fireEvent.change(box(name), { target: { value } }))
const line = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

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

test('both numbers stand beside each other, with what the buyer is to pay', async () => {
  const { onClose, changes } = open(() => ({ order: ORDER }))
  await type(/^手机一共多少钱/, '5200')
  await type(/^运费/, '0')
  expect(line('原价')).toEqual(['¥5,600.00', '¥5,600.00', '¥0.00'])
  expect(line('优惠')).toEqual(['¥202.00', '¥400.00', '+¥198.00'])
  expect(line('商品价')).toEqual(['¥5,398.00', '¥5,200.00', '−¥198.00'])
  expect(line('买家应付')).toEqual(['¥5,408.00', '¥5,200.00', '−¥208.00'])
  fireEvent.click(screen.getByRole('button', { name: '改价' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(changes()).toMatchObject([{ orderId: ORDER.orderId, version: 3, priceFen: 520_000, freightFen: 0 }])
})

test('a digit too few is asked about with both numbers', async () => {
  const doubt =
    '买家应付由¥5,408.00改为¥530.00，少90%，是不是少输了一位？会亏¥3,503.12：卖¥520.00，到手¥496.88，成本¥4,000.00'
  const answers = [refusal('PRICE_NEEDS_CONFIRMATION', doubt), { order: ORDER }]
  const { changes, onClose } = open(() => answers.shift() ?? {})
  await type(/^手机一共多少钱/, '520')
  fireEvent.click(screen.getByRole('button', { name: '改价' }))
  await screen.findByText(doubt)
  expect(changes()).toMatchObject([{ priceConfirmed: false }])
  fireEvent.click(screen.getByRole('button', { name: '确认改价', hidden: true }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(changes()).toMatchObject([{ priceConfirmed: false }, { priceConfirmed: true }])
})

test('a price that is paid by now is said, and the dialog stays', async () => {
  const { onClose } = open(() => refusal('ORDER_ALREADY_PAID', '订单已付款，不能改价'))
  await type(/^手机一共多少钱/, '5300')
  fireEvent.click(screen.getByRole('button', { name: '改价' }))
  await screen.findByText('订单已付款，不能改价')
  expect(onClose).not.toHaveBeenCalled()
})

test('a scan does not become a price', async () => {
  open(() => ({ order: ORDER }))
  box(/^手机一共多少钱/).focus()
  await scan('490154203237518')
  expect(box(/^手机一共多少钱/).value).toBe('5398')
})

test('defect: who may change a price and not see money was shown a price of 0', async () => {
  const { changes } = open(() => ({ order: ORDER }), {
    ...ORDER,
    dealPriceFen: null,
    originalPriceFen: null,
    freightFen: null,
  })
  expect(box(/^手机一共多少钱/).value).toBe('')
  expect(screen.queryByText(/¥0.00/)).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
  await type(/^手机一共多少钱/, '5200')
  await type(/^运费/, '0')
  fireEvent.click(screen.getByRole('button', { name: '改价' }))
  await screen.findByText(/买家应付将改为 ¥5,200.00/)
  fireEvent.click(screen.getByRole('button', { name: '确认改价', hidden: true }))
  await waitFor(() => expect(changes()).toMatchObject([{ priceFen: 520_000, freightFen: 0 }]))
})

test('defect: nothing was said where the order of a colleague could not be had', async () => {
  open(
    () => refusal('VERSION_CONFLICT', '李四在 10:02 修改过订单'),
    ORDER,
    () => refusal('INTERNAL', '服务出错，请稍后重试'),
  )
  await type(/^手机一共多少钱/, '5300')
  fireEvent.click(screen.getByRole('button', { name: '改价' }))
  fireEvent.click(await screen.findByRole('button', { name: '按最新订单继续' }))
  await screen.findByText('服务出错，请稍后重试')
  expect(screen.getByRole('button', { name: '按最新订单继续' })).toBeDefined()
})
