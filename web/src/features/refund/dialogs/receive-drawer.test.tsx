import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession } from '../../../session/session.ts'
import { refusal, scan, stubGateway } from '../../testing/screen.tsx'
import { closeForms, openForm } from '../testing/form.tsx'
import { REFUND, received, UNIT } from '../testing/refund.ts'
import type { RefundDetail } from '../types.ts'
import { ReceiveDrawer } from './receive-drawer.tsx'

const RECEIVE = '/api/ext/refund/receive'
const NETWORK = '网络连接失败，请检查网络后重试'
const SECOND = { ...UNIT, unitId: 'unit-2', imei: '861047230000092', barCode: 'HJ0000000002' }
const RETURNING: RefundDetail = { ...REFUND, state: 'awaiting_receipt', units: [UNIT, SECOND] }

/** Takes in whatever is sent, unless `answer` says something else. */
function gateway(answer: (tries: number) => object | null = () => null) {
  const here = new Set<unknown>()
  let tries = 0
  const sent = stubGateway({
    [RECEIVE]: ({ unitId }) => {
      tries += 1
      here.add(unitId)
      return answer(tries) ?? { refund: RETURNING, approval: null, warning: null }
    },
    '/api/refund/v1/detail': () => ({
      ...RETURNING,
      units: RETURNING.units.map((unit) => (here.has(unit.unitId) ? received(unit) : unit)),
    }),
  })
  return () => sent.filter(({ path }) => path === RECEIVE)
}

/** Holds back the answers to a receipt until the given function is called. */
function holdReceipts(): () => void {
  const answer = fetch
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await answer(path, init)
    if (path === RECEIVE) await held
    return response
  })
  return letGo
}

const lost = () => {
  throw new TypeError('Failed to fetch')
}
const box = () => {
  const found = document.querySelector<HTMLInputElement>('[data-code-box="receive"]')
  if (!found) throw new Error('no box')
  return found
}
const told = () =>
  screen
    .getAllByRole('status')
    .map((node) => node.textContent)
    .join()
const row = (barCode: string) => within(screen.getByRole('row', { name: new RegExp(barCode) }))

beforeEach(() => clearSession())
afterEach(closeForms)

test('defect: each phone that was sent took the focus out of the scan box, and the last one left it nowhere', async () => {
  gateway()
  openForm(ReceiveDrawer, RETURNING)
  await screen.findByRole('row', { name: /HJ0000000001/ })
  const letGo = holdReceipts()
  await scan(UNIT.imei)
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^先关闭/ }).disabled).toBe(true))
  expect(box().disabled).toBe(false)
  letGo()
  await waitFor(() => expect(told()).toContain('还有1台，请扫下一台'))
  expect(document.activeElement).toBe(box())
  await scan(SECOND.imei)
  await waitFor(() => expect(told()).toContain('已全部签收'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '完成签收' })))
})

test('what is scanned while a button’s answer is awaited is refused aloud', async () => {
  const receipts = gateway()
  openForm(ReceiveDrawer, { ...RETURNING, units: [{ ...UNIT, soldBagCode: 'FD00000001' }] })
  await screen.findByRole('row', { name: /HJ0000000001/ })
  await scan(UNIT.imei)
  fireEvent.click(await screen.findByRole('button', { name: '退回时没有封袋' }))
  holdReceipts()
  fireEvent.click(await screen.findByRole('button', { name: '就收这台，记下没有封袋' }))
  await scan('FD00000001')
  await waitFor(() => expect(told()).toContain('正在提交，请稍后再扫'))
  expect(receipts()).toHaveLength(1)
})

test('defect: a phone whose answer was lost was sent again as another receipt, and refused', async () => {
  const receipts = gateway((tries) => (tries === 1 ? lost() : null))
  openForm(ReceiveDrawer, RETURNING)
  await screen.findByRole('row', { name: /HJ0000000001/ })
  await scan(UNIT.imei)
  await waitFor(() => expect(told()).toContain(NETWORK))
  row(UNIT.barCode).getByText('待扫手机')
  // a second scan of the same label would be taken for one reading
  fireEvent.input(box(), { target: { value: UNIT.imei } })
  fireEvent.keyDown(box(), { key: 'Enter' })
  await waitFor(() => row(UNIT.barCode).getByText('已签收'))
  const [first, second] = receipts().map(({ idempotencyKey }) => idempotencyKey)
  expect(second).toBe(first)
})

test('defect: a phone that was here already was said so, and still shown as on its way', async () => {
  gateway(() => refusal('REFUND_UNIT_RECEIVED', '这台已经签收', { field: 'unitCode' }))
  openForm(ReceiveDrawer, RETURNING)
  await screen.findByRole('row', { name: /HJ0000000001/ })
  await scan(UNIT.imei)
  await waitFor(() => expect(told()).toContain('这台已经签收'))
  row(UNIT.barCode).getByText('已签收')
})

test('defect: a lost connection was told in the browser’s own English', async () => {
  gateway(lost)
  openForm(ReceiveDrawer, { ...RETURNING, units: [{ ...UNIT, soldBagCode: 'FD00000001' }] })
  await screen.findByRole('row', { name: /HJ0000000001/ })
  await scan(UNIT.imei)
  fireEvent.click(await screen.findByRole('button', { name: '退回时没有封袋' }))
  fireEvent.click(await screen.findByRole('button', { name: '就收这台，记下没有封袋' }))
  await waitFor(() => expect(told()).toContain(NETWORK))
})

test('defect: while another phone’s bag was waited for, its row showed the phone that was sold alone', async () => {
  gateway()
  openForm(ReceiveDrawer, { ...RETURNING, units: [{ ...UNIT, soldBagCode: 'FD00000001' }] })
  await screen.findByRole('row', { name: /HJ0000000001/ })
  await scan('861047230000175')
  fireEvent.click(await screen.findByRole('button', { name: '就收这台，记下不是原机' }))
  await screen.findByRole('row', { name: /490154203237518\s*收到 861047230000175/ })
})

test('defect: a phone of our own was offered to be taken in as the one that came back', async () => {
  const ours = '这台iPhone 13（HJ0000000009）是订单3800000000000990693要发的，不是买家退回来的，没有签收'
  gateway(() => refusal('REFUND_UNIT_OURS', ours, { field: 'unitCode' }))
  openForm(ReceiveDrawer, { ...RETURNING, units: [UNIT] })
  await screen.findByRole('row', { name: /HJ0000000001/ })
  await scan('861001380000832')
  await waitFor(() => expect(told()).toContain(ours))
  expect(screen.queryByRole('alert', { name: '不是售出的手机' })).toBeNull()
})
