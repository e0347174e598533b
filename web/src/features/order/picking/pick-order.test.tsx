import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAllOverlays, openOverlay } from '../../../components/overlay/overlay-host.tsx'
import * as feedback from '../../../components/scan/feedback.ts'
import { clearSession, storePermissions } from '../../../session/session.ts'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { refusal, scan, showScreen, stubGateway } from '../../testing/screen.tsx'
import { ShippingDrawer } from '../shipping/shipping-drawer.tsx'
import { STOCK_ORDER as ORDER, UNIT } from '../testing/order.ts'
import type { Candidate, OrderUnit } from '../types.ts'

const PICK = '/api/saleorder/v1/order/setDeliveryStock'
const UNITS = '/api/yushiorder/v1/order/barcodeList'
const CANDIDATES = '/api/ext/curatedOrder/candidates'
const heard = vi.spyOn(feedback, 'beep').mockReturnValue()

const FIRST: OrderUnit = { ...UNIT, dispatchState: 'checked' }
const SECOND: OrderUnit = {
  ...FIRST,
  unitId: 'unit-2',
  barCode: 'HJ0000000002',
  imei: '356938035643809',
  bagCode: 'FD00000002',
  inspectionId: 'inspection-2',
}
const BETTER = 'HJ0000000007'
const CANDIDATE: Candidate = {
  ...SECOND,
  inspectedAt: '2026-11-19T02:00:00.000Z',
  isInStock: true,
  isBetter: false,
  problem: '',
}
const BELOW: Candidate = { ...CANDIDATE, unitId: 'unit-3', barCode: 'HJ0000000003', problem: '成色低于订单要求' }

/** Every sentence of docs/domain.md §6.4, by the phone that it is said of. */
const REFUSED = new Map<string, readonly [code: string, sentence: string]>([
  ['HJ0000000003', ['UNIT_GRADE_BELOW', '成色低于订单要求']],
  ['HJ0000000004', ['UNIT_TAKEN', '该手机已被其他订单占用']],
  ['HJ0000000005', ['UNIT_SKU_DIFFERS', '规格不一致']],
  ['HJ0000000006', ['REPORT_EXPIRED', '质检已过期，请重新质检']],
])

/** A server that knows two phones for the order, a better one, and refuses the rest. */
function server() {
  const known = new Map([
    [UNIT.imei, FIRST],
    [SECOND.barCode, SECOND],
    ['inspection-2', SECOND],
  ])
  let picked: OrderUnit[] = []
  const orderNow = () => ({
    ...ORDER,
    pickedCount: picked.length,
    allowedActions: picked.length === 2 ? ['ship', 'unpick'] : picked.length === 1 ? ['pick', 'unpick'] : ['pick'],
  })
  const answer = (warning: object | null = null) => ({ order: orderNow(), units: picked, warning })
  return stubGateway({
    [UNITS]: () => ({ units: picked }),
    [CANDIDATES]: () => ({ units: [CANDIDATE, BELOW] }),
    '/api/yushiorder/v1/order/logisticsCompanyList': () => ({ companies: [], guesses: [] }),
    '/api/address/options': () => ({ options: [] }),
    '/api/mch/business': () => ({}),
    [PICK]: ({ unitCode = '', inspectionId = '', undo, confirmBetter }) => {
      if (undo) {
        picked = picked.filter((unit) => unit.inspectionId !== inspectionId)
        return answer()
      }
      if (unitCode === BETTER && !confirmBetter) {
        return answer({ code: 'GRADE_BETTER', message: '这台成色 99新 高于订单要求' })
      }
      const unit = unitCode === BETTER ? { ...SECOND, barCode: BETTER } : known.get(String(unitCode || inspectionId))
      if (!unit) return refusal(...(REFUSED.get(String(unitCode)) ?? ['UNIT_GRADE_BELOW', '成色低于订单要求']))
      picked = [...picked, unit]
      return answer()
    },
  })
}

async function openPicking() {
  const sent = server()
  showScreen(null)
  act(() => {
    void openOverlay((close) => (
      <ShippingDrawer
        orders={CHANNEL_DESCRIPTIONS.curated.orders}
        order={ORDER}
        step="pick"
        firstCode=""
        onClose={close}
      />
    ))
  })
  await screen.findByRole('textbox', { name: '扫描要发的手机' })
  return { picks: () => sent.filter(({ path }) => path === PICK).map(({ body }) => body) }
}

const pickedRow = async (code: string) =>
  within(await screen.findByLabelText('已选手机表格')).findByRole('row', { name: new RegExp(code) })

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  storePermissions([PICK, '/api/saleorder/v1/order/delivery'])
  vi.clearAllMocks()
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
})

test('phones are chosen by scan alone, and with the last one packing begins', async () => {
  const { picks } = await openPicking()
  await scan(UNIT.imei)
  await screen.findByText(`${UNIT.imei} 已选择，还差 1 台，请扫下一台`)
  expect(heard).toHaveBeenLastCalledWith('ok')
  await pickedRow('HJ0000000001')
  await scan(SECOND.barCode)
  await screen.findByRole('dialog', { name: `发货 ${ORDER.orderNo}` })
  // both were scanned when they were chosen
  expect(await screen.findAllByText('已核对')).toHaveLength(2)
  await screen.findByRole('textbox', { name: '扫描运单号' })
  expect(picks()).toMatchObject([{ unitCode: UNIT.imei }, { unitCode: SECOND.barCode }])
})

test('defect: what was scanned while the next step had no box yet was lost', async () => {
  await openPicking()
  await scan(UNIT.imei)
  await pickedRow('HJ0000000001')
  await scan(SECOND.barCode)
  await scan('SF1234567890123')
  await screen.findByRole('dialog', { name: `发货 ${ORDER.orderNo}` })
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^运单号/).value).toBe('SF1234567890123'))
})

test.each([...REFUSED])('%s is refused aloud and in red, and changes nothing', async (code, [, sentence]) => {
  await openPicking()
  await scan(code)
  await screen.findByText(`${code} ${sentence}`)
  expect(heard).toHaveBeenLastCalledWith('refused')
  expect(screen.queryByLabelText('已选手机表格')).toBeNull()
})

test('a better phone is held until it is scanned once more', async () => {
  const { picks } = await openPicking()
  await scan(BETTER)
  await screen.findByText('这台成色 99新 高于订单要求。确定发这台吗？')
  expect(heard).toHaveBeenLastCalledWith('held')
  await act(() => new Promise((rested) => setTimeout(rested, 20)))
  // a reading of the same label within a moment is the same reading
  await scan('HJ0000000003')
  await screen.findByText('HJ0000000003 成色低于订单要求')
  expect(screen.queryByText(/确定发这台吗/)).toBeNull()
  await scan(BETTER)
  await screen.findByText(/确定发这台吗/)
  fireEvent.click(screen.getByRole('button', { name: /就发这台/ }))
  await pickedRow(BETTER)
  expect(picks().map(({ unitCode, confirmBetter = false }) => [unitCode, confirmBetter])).toEqual([
    [BETTER, false],
    ['HJ0000000003', false],
    [BETTER, false],
    [BETTER, true],
  ])
})

test('one is chosen from the list, which says why others cannot be, and taken back again', async () => {
  const { picks } = await openPicking()
  const table = within(await screen.findByLabelText('可选手机表格'))
  screen.getByText('可选 1 台')
  table.getByText('成色低于订单要求')
  fireEvent.click(table.getByRole('button', { name: '选择' }))
  await pickedRow('HJ0000000002')
  fireEvent.click(screen.getByRole('button', { name: `撤销 ${SECOND.imei}` }))
  await screen.findByText('已撤销，还差 2 台，请扫下一台')
  expect(picks()).toMatchObject([{ inspectionId: 'inspection-2' }, { inspectionId: 'inspection-2', undo: true }])
})
