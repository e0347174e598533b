import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAllOverlays, openOverlay } from '../../../components/overlay/overlay-host.tsx'
import { clearSession } from '../../../session/session.ts'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { scan, showScreen, stubGateway } from '../../testing/screen.tsx'
import { ORDER } from '../testing/order.ts'
import { DeliverManyDrawer } from './deliver-many-drawer.tsx'

const MANY = '/api/ext/order/deliverMany'
const LIST = '/api/yushiorder/v1/order/list'
const [FIRST, SECOND] = ['3800000000000000001', '3800000000000000002']
const PHONES: Readonly<Record<string, string>> = {
  HJ0000000001: FIRST,
  FD00000001: FIRST,
  HJ0000000002: SECOND,
  FD00000002: SECOND,
}

interface Row {
  readonly code: string
  readonly scans: readonly string[]
  readonly waybill: string
  readonly confirmSharedWaybill: boolean
}

/** What the server thinks of a row: a phone and its bag make it whole; the first number is another buyer's parcel too. */
function refusalOf({ code, scans, waybill, confirmSharedWaybill }: Row): string {
  const codes = [code, ...scans]
  if (!Object.entries(PHONES).flat().includes(code)) return 'ORDER_CODE_UNKNOWN'
  if (waybill === '') return 'WAYBILL_INVALID'
  if (!codes.some((one) => one.startsWith('HJ'))) return 'UNITS_NOT_CHECKED'
  if (!codes.some((one) => one.startsWith('FD'))) return 'BAG_MISSING'
  return waybill === 'SF1234567890199' && !confirmSharedWaybill ? 'WAYBILL_SHARED' : ''
}

const orderOfRow = ({ code }: Row) => PHONES[code] ?? code

/** The place from 1 of the row before whose number another buyer has as well; 0 where there is none. */
const rowBefore = (row: Row, place: number, rows: readonly Row[]): number =>
  row.confirmSharedWaybill
    ? 0
    : 1 +
      rows
        .slice(0, place)
        .findIndex((one) => row.waybill !== '' && one.waybill === row.waybill && orderOfRow(one) !== orderOfRow(row))

function openDrawer(orderNos: readonly string[] = []) {
  const sent = stubGateway({
    '/api/address/options': () => ({ options: [{ value: 'a1', label: '广州仓', kind: 'ship', isDefault: true }] }),
    '/api/mch/business': () => ({}),
    [LIST]: ({ code }) => {
      const orderNo = PHONES[String(code)] ?? (code === FIRST || code === SECOND ? String(code) : null)
      const list = orderNo === null ? [] : [{ ...ORDER, orderId: orderNo, orderNo }]
      return {
        list,
        total: list.length,
        totalIsCapped: false,
        page: 1,
        pageSize: 1,
        nextCursor: null,
        previousCursor: null,
      }
    },
    [MANY]: ({ rows }) => ({
      rows: (rows as Row[]).map((row, place, all) => {
        const earlier = rowBefore(row, place, all)
        const refusal = earlier > 0 ? 'WAYBILL_SHARED' : refusalOf(row)
        const orderNo = orderOfRow(row)
        return {
          ...row,
          ok: refusal === '',
          refusal,
          message: earlier > 0 ? `已用于别的订单（第${earlier}行），买家不同` : refusal,
          orderNo,
          title: 'iPhone 13',
          buyerNick: '',
          carrierName: '',
        }
      }),
      okCount: 0,
    }),
  })
  showScreen(null)
  act(() => {
    void openOverlay((close) => (
      <DeliverManyDrawer orders={CHANNEL_DESCRIPTIONS.auction.orders} orderNos={orderNos} onClose={close} />
    ))
  })
  return sent
}

const line = (place: number) => within(document.querySelector(`tr[data-line="${place}"]`) as HTMLElement)

function paste(target: Element, text: string): void {
  const data = { getData: () => text }
  fireEvent.paste(target, { clipboardData: data })
}

beforeEach(() => clearSession())
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('defect: a list pasted where the cursor stood became one line; its orders were refused and could not be scanned', async () => {
  openDrawer()
  const box = await screen.findByLabelText(/扫描条码、封袋码或订单号/)
  paste(box, `${FIRST}\tSF1234567890123\n${SECOND}\tSF1234567890124`)
  await waitFor(() => line(2).getByText('待扫手机和封袋'))
  expect(screen.getByText(/待扫描/).textContent).toContain('2')
  await scan('HJ0000000002')
  await waitFor(() => line(2).getByText('待扫封袋'))
  line(1).getByText('待扫手机和封袋')
  await scan('FD00000002')
  await waitFor(() => line(2).getByText('可发货'))
  screen.getByRole('button', { name: /发货 1 单/ })
})

test('ticked orders have their lines, and each scan finds its own', async () => {
  openDrawer([FIRST, SECOND])
  await waitFor(() => line(2).getByText('待扫运单号'))
  await scan('HJ0000000002')
  await waitFor(() => expect(document.body.textContent).toContain('请扫封袋码或运单号'))
  await scan('FD00000002')
  await waitFor(() =>
    expect((line(2).getByLabelText(/订单号、条码/) as HTMLInputElement).value).toContain('FD00000002'),
  )
  await scan('SF1234567890124')
  await waitFor(() => line(2).getByText('可发货'))
  line(1).getByText('待扫运单号')
})

test('defect: another buyer’s number was sent without a word; it is held until it is confirmed', async () => {
  const sent = openDrawer()
  const box = await screen.findByLabelText(/扫描条码、封袋码或订单号/)
  paste(box, 'HJ0000000001 FD00000001\tSF1234567890199\n')
  const confirmed = await waitFor(() => line(1).getByRole('button', { name: '确为同一包裹，仍然使用' }))
  fireEvent.click(confirmed)
  await waitFor(() => line(1).getByText('可发货'))
  expect(sent.filter(({ path }) => path === MANY).at(-1)?.body.rows).toMatchObject([{ confirmSharedWaybill: true }])
})

test('defect: two buyers’ lines of one number both went 可发货 once one of them was scanned again', async () => {
  const sent = openDrawer()
  const box = await screen.findByLabelText(/扫描条码、封袋码或订单号/)
  paste(box, `HJ0000000001 FD00000001\tSF1234567890123\n${SECOND}\tSF1234567890123`)
  await waitFor(() => line(2).getByText(/第 1 行），买家不同/))
  await scan('HJ0000000002')
  await scan('FD00000002')
  await waitFor(() => expect(screen.queryByText('正在核对…')).toBeNull())
  line(1).getByText('可发货')
  line(2).getByText(/第 1 行），买家不同/)
  screen.getByRole('button', { name: /发货 1 单/ })
  fireEvent.click(line(2).getByRole('button', { name: '确为同一包裹，仍然使用' }))
  await waitFor(() => screen.getByRole('button', { name: /发货 2 单/ }))
  const last = sent.filter(({ path }) => path === MANY).at(-1)?.body.rows
  expect(last).toMatchObject([{ confirmSharedWaybill: true }, { confirmSharedWaybill: true }])
})

test('defect: what stayed still named the line before it that had gone', async () => {
  openDrawer()
  const box = await screen.findByLabelText(/扫描条码、封袋码或订单号/)
  paste(box, 'HJ0000000001 FD00000001\tSF1234567890123\nHJ0000000002 FD00000002\tSF1234567890123')
  await waitFor(() => line(2).getByText(/第 1 行），买家不同/))
  fireEvent.click(line(1).getByRole('button', { name: '删去第 1 行' }))
  await waitFor(() => line(1).getByText('可发货'))
  expect(screen.queryByText(/买家不同/)).toBeNull()
})

test('defect: words that are no code waited for a number, and were wrong only once one stood there', async () => {
  openDrawer()
  const box = await screen.findByLabelText(/扫描条码、封袋码或订单号/)
  paste(box, `你好\n哈哈\n${FIRST}\nHJ0000000002`)
  await waitFor(() => expect(document.body.textContent).toContain('已添加 4 行，2 行有问题，请在表中修改'))
  line(1).getByText('ORDER_CODE_UNKNOWN')
  line(2).getByText('ORDER_CODE_UNKNOWN')
  line(3).getByText('待扫运单号')
  line(4).getByText('待扫运单号')
  expect(screen.getByText(/待扫描/).textContent).toContain('2')
})
