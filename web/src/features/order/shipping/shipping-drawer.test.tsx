import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAllOverlays, openOverlay } from '../../../components/overlay/overlay-host.tsx'
import { clearSession, storePermissions } from '../../../session/session.ts'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { refusal, scan, showScreen, stubGateway } from '../../testing/screen.tsx'
import { ORDER, UNIT } from '../testing/order.ts'
import type { OrderRow } from '../types.ts'
import { ShippingDrawer } from './shipping-drawer.tsx'

const SHIPPING = '/api/yushiorder/v1/order/delivery'
const LIST = '/api/yushiorder/v1/order/list'
const SECOND: OrderRow = { ...ORDER, orderId: 'order-2', orderNo: '3800000000000000002' }

function answers(answer: () => object) {
  return {
    [SHIPPING]: answer,
    '/api/yushiorder/v1/order/barcodeList': () => ({ units: [UNIT] }),
    '/api/yushiorder/v1/order/logisticsCompanyList': () => ({
      companies: [
        { code: 'SF', name: '顺丰速运', hot: true, legacy: false },
        { code: 'YTO', name: '圆通速递', hot: true, legacy: false },
      ],
      guesses: [],
    }),
    '/api/address/options': () => ({ options: [{ value: 'a1', label: '广州仓', kind: 'ship', isDefault: true }] }),
    [LIST]: () => ({
      list: [SECOND],
      total: 1,
      totalIsCapped: false,
      page: 1,
      pageSize: 6,
      nextCursor: null,
      previousCursor: null,
    }),
    '/api/mch/business': () => ({}),
  }
}
const shipped = () => ({
  order: {
    ...ORDER,
    state: 'shipped',
    carrierName: '顺丰速运',
    waybill: 'SF1234567890123',
    deliverySync: 'pending',
    version: 4,
  },
})

async function openPacking(answer: () => object = shipped) {
  const sent = stubGateway(answers(answer))
  const onClose = vi.fn()
  showScreen(null)
  act(() => {
    void openOverlay((close) => (
      <ShippingDrawer
        orders={CHANNEL_DESCRIPTIONS.auction.orders}
        order={ORDER}
        step="pack"
        firstCode=""
        onClose={close}
      />
    )).then(onClose)
  })
  await screen.findByRole('row', { name: /HJ0000000001/ })
  return { sent, onClose, shipments: () => sent.filter((call) => call.path === SHIPPING) }
}

const said = () =>
  screen
    .getAllByRole('status')
    .map((node) => node.textContent)
    .join()
const unitRow = () => within(screen.getByRole('row', { name: /HJ0000000001/ }))
const ship = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })

beforeEach(() => clearSession())

afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('unit, bag, waybill, Ctrl+Enter: the order is shipped with what was scanned, and the next one is offered', async () => {
  const { shipments } = await openPacking()
  unitRow().getByText('待扫手机')
  await scan(UNIT.imei)
  unitRow().getByText('待扫封袋')
  await scan('FD00000001')
  unitRow().getByText('已核对')
  await scan('SF1234567890123')
  expect((screen.getByLabelText(/快递公司/) as HTMLSelectElement).value).toBe('SF')
  ship()
  await screen.findByText('发货完成')
  expect(shipments()).toHaveLength(1)
  expect(shipments()[0]?.body).toMatchObject({
    orderId: 'order-1',
    version: 3,
    carrierCode: 'SF',
    waybill: 'SF1234567890123',
    addressId: '',
    scans: [{ unitCode: UNIT.imei, bagCode: 'FD00000001' }],
  })
  expect(shipments()[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
  screen.getByText('正在告诉闲鱼')
  fireEvent.click(await screen.findByRole('button', { name: /发下一单/ }))
  await screen.findByText('发货 3800000000000000002')
})

test('a foreign phone is refused in red, and nothing can be shipped', async () => {
  const { shipments } = await openPacking()
  await scan('HJ0000000099')
  await waitFor(() => expect(said()).toContain('这台'))
  expect(document.querySelector('[data-outcome="refused"]')).not.toBeNull()
  unitRow().getByText('待扫手机')
  ship()
  await screen.findByText('还有1台手机未核对，请逐台扫描')
  expect(shipments()).toHaveLength(0)
})

test('defect: a phone of another order was refused without a word of whose it is and which to take', async () => {
  storePermissions([LIST])
  await openPacking()
  await scan('HJ0000000099')
  await waitFor(() => expect(said()).toContain('这台是订单 3800000000000000002 的。请放回去，拿尾号 7518 的 iPhone 13'))
})

test('defect: another number for a parcel that had left was asked for as a shipment, with a deadline that there is none of', async () => {
  const left: OrderRow = {
    ...ORDER,
    state: 'shipped',
    deadlineAt: null,
    carrierName: '顺丰速运',
    waybill: 'SF1234567890123',
  }
  const sent = stubGateway({
    ...answers(() => ({ order: { ...left, waybill: 'YT8888888888888', version: 4 } })),
    '/api/yushiorder/v1/order/barcodeList': () => ({ units: [{ ...UNIT, dispatchState: 'shipped' }] }),
  })
  showScreen(null)
  const orders = CHANNEL_DESCRIPTIONS.auction.orders
  act(() => {
    void openOverlay((close) => (
      <ShippingDrawer orders={orders} order={left} step="pack" firstCode="" waybill="YT8888888888888" onClose={close} />
    ))
  })
  await screen.findByText('改运单 3800000000000000001')
  await screen.findByText('已寄出')
  expect(document.body.textContent).toContain('现在的运单 顺丰速运 SF1234567890123')
  expect(document.body.textContent).not.toContain('最晚发货')
  expect((screen.getByLabelText(/^运单号/) as HTMLInputElement).value).toBe('YT8888888888888')
  fireEvent.change(screen.getByLabelText(/快递公司/), { target: { value: 'YTO' } })
  fireEvent.click(screen.getByRole('button', { name: /^改成这个运单号/ }))
  await screen.findAllByText('运单已改')
  expect(sent.filter(({ path }) => path === SHIPPING)).toMatchObject([{ body: { waybill: 'YT8888888888888' } }])
})

test('another unit’s bag is refused and the right one still counts', async () => {
  await openPacking()
  await scan(UNIT.barCode)
  await scan('FD00000099')
  expect(said()).toContain('这个袋子不是这台的')
  unitRow().getByText('待扫封袋')
  await scan('FD00000001')
  unitRow().getByText('已核对')
})

test('the same label read twice in a row is one reading', async () => {
  await openPacking()
  await scan(UNIT.imei)
  await scan(UNIT.imei)
  expect(document.querySelector('[data-outcome="refused"]')).toBeNull()
  unitRow().getByText('待扫封袋')
})

test('pressing Ctrl+Enter twice sends one request', async () => {
  const { shipments } = await openPacking()
  for (const code of [UNIT.imei, 'FD00000001', 'SF1234567890123']) await scan(code)
  ship()
  ship()
  await screen.findByText('发货完成')
  expect(shipments()).toHaveLength(1)
})

test('a refusal stands at the field it names, and the scans are kept', async () => {
  await openPacking(() =>
    refusal('WAYBILL_INVALID', '闲鱼只接受10位以上的运单号，现在是9位，请核对是否完整', { field: 'waybill' }),
  )
  for (const code of [UNIT.imei, 'FD00000001', 'SF1234567890123']) await scan(code)
  ship()
  await screen.findByText('闲鱼只接受10位以上的运单号，现在是9位，请核对是否完整')
  await waitFor(() => expect(screen.getByLabelText(/^运单号/).getAttribute('aria-invalid')).toBe('true'))
  unitRow().getByText('已核对')
})

test('defect: another buyer’s number went out without a word; it is held until it is confirmed', async () => {
  const asked: boolean[] = []
  const { shipments } = await openPacking(() =>
    asked.push(true) > 2
      ? shipped()
      : refusal('WAYBILL_SHARED', '顺丰速运SF1234567890123已用于甲的订单38', { field: 'waybill' }),
  )
  for (const code of [UNIT.imei, 'FD00000001', 'SF1234567890123']) await scan(code)
  ship()
  await screen.findByText('这个运单号已用于另一位买家')
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  await screen.findByText('顺丰速运SF1234567890123已用于甲的订单38')
  ship()
  fireEvent.click(await screen.findByRole('button', { name: '确为同一包裹，仍然使用' }))
  await screen.findByText('发货完成')
  expect(shipments().map(({ body }) => body.confirmSharedWaybill)).toEqual([false, false, true])
})

test('defect: a number that the marketplace would refuse was not told while it was typed', async () => {
  await openPacking()
  const box = screen.getByLabelText(/^运单号/)
  fireEvent.input(box, { target: { value: 'A-1234' } })
  screen.getByText('闲鱼只接受字母和数字组成的运单号，请去掉短横线后核对')
  fireEvent.input(box, { target: { value: '12345678' } })
  screen.getByText('闲鱼只接受10位以上的运单号，现在是8位，请核对是否完整')
})

test('defect: 请扫描或输入运单号 stood in red under the number that was typed', async () => {
  await openPacking()
  for (const code of [UNIT.imei, 'FD00000001']) await scan(code)
  ship()
  await screen.findByText('请扫描或输入运单号')
  fireEvent.input(screen.getByLabelText(/^运单号/), { target: { value: '12345678' } })
  expect(screen.queryByText('请扫描或输入运单号')).toBeNull()
  screen.getByText('闲鱼只接受10位以上的运单号，现在是8位，请核对是否完整')
})

test('a carrier that does not fit the number is warned about', async () => {
  await openPacking()
  for (const code of [UNIT.imei, 'FD00000001', 'SF1234567890123']) await scan(code)
  fireEvent.change(screen.getByLabelText(/快递公司/), { target: { value: 'YTO' } })
  screen.getByText('单号与所选快递公司不符，请核对')
})

test('closing with something scanned asks first', async () => {
  const { onClose } = await openPacking()
  await scan(UNIT.imei)
  fireEvent.click(screen.getByRole('button', { name: '关闭', hidden: true }))
  await screen.findByText('还没发出，要走吗？')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '先不发了', hidden: true }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

function Reopening() {
  const [isOpen, setOpen] = useState(true)
  if (isOpen)
    return (
      <ShippingDrawer
        orders={CHANNEL_DESCRIPTIONS.auction.orders}
        order={ORDER}
        step="pack"
        firstCode=""
        onClose={() => setOpen(false)}
      />
    )
  return (
    <button type="button" onClick={() => setOpen(true)}>
      再打开
    </button>
  )
}

test('units that were shipped since are not listed when the order is opened again', async () => {
  const now = { unit: UNIT }
  stubGateway({ ...answers(shipped), '/api/yushiorder/v1/order/barcodeList': () => ({ units: [now.unit] }) })
  showScreen(<Reopening />)
  await screen.findByText('待扫手机')
  now.unit = { ...UNIT, dispatchState: 'shipped' }
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  // Closed for a moment at least: nobody opens it again within the same tick.
  await new Promise((resolve) => setTimeout(resolve, 20))
  fireEvent.click(screen.getByRole('button', { name: '再打开' }))
  await screen.findByText('已寄出')
  expect(screen.queryByText('待扫手机')).toBeNull()
})
