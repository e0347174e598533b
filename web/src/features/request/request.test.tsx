import { listingHandling } from '@huanji/contract/features/listing/goods'
import { shipmentHandling } from '@huanji/contract/features/order/order'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { actionsForRow } from '../../components/actions/action.ts'
import { ActionBar } from '../../components/actions/action-bar.tsx'
import { storePermissions } from '../../session/session.ts'
import { CHANNEL_DESCRIPTIONS } from '../channel/channels.ts'
import { GoodsCell } from '../goods/goods-cell.tsx'
import { LISTING_ACTIONS } from '../listing/listing-actions.tsx'
import { LISTING } from '../listing/testing/listing.ts'
import type { Entry, ListingRow } from '../listing/types.ts'
import { orderActions } from '../order/order-actions.tsx'
import { ORDER } from '../order/testing/order.ts'
import type { OrderRow } from '../order/types.ts'
import { showScreen, stubGateway } from '../testing/screen.tsx'
import { type MarketRequest, RequestMark, RequestNote } from './request.tsx'

const AWAY = '闲鱼暂时无法连接，系统会自动重试'
const LATE = '下架未成功：场次已截止报名'
const PENDING: MarketRequest = {
  want: 'off_shelf',
  state: 'pending',
  requestedAt: '2026-11-20T19:12:00.000Z',
  problem: '',
}
const REFUSED: MarketRequest = { ...PENDING, state: 'refused', problem: LATE }

const ENTRY: Entry = {
  state: 'scheduled',
  scheduleDate: '2026-11-22',
  scheduleNumber: '01',
  mode: 'open',
  cutOffAt: '2026-11-22T01:00:00.000Z',
  startsAt: '2026-11-22T02:00:00.000Z',
  endsAt: '2026-11-22T03:00:00.000Z',
  startPriceFen: 100_00,
  reservePriceFen: 120_00,
  bidCount: 0,
  bidderCount: 0,
  highestBidFen: null,
  extensionCount: 0,
}
const REFUSED_ACTIONS = ['retry', 'changePrice', 'takeOff', 'giveUp'] as const
const ON_SALE: ListingRow = { ...LISTING, entry: ENTRY }
const PHONE = { modelName: 'iPhone 13', skuText: '128G', grade: null, coverUrl: null }
const { orders } = CHANNEL_DESCRIPTIONS.auction
const ORDER_ACTIONS = orderActions(orders).filter(({ allowed }) => allowed !== undefined)
const SHIPPED = { ...ORDER, state: 'shipped' as const, waybill: 'SF1' }

const offered = (row: ListingRow) => actionsForRow(LISTING_ACTIONS, row).map(({ name }) => name)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T01:00:00.000Z') })
  storePermissions(['/api/goods/operate', orders.calls.delivery.path])
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a row says what is asked of the marketplace and since when, with what holds it up', () => {
  showScreen(<GoodsCell goods={PHONE} desired={{ ...PENDING, problem: AWAY }} />)
  const mark = screen.getByText(`正在下架… 03:12 起 · ${AWAY}`)
  expect(mark.title).toBe(mark.textContent)
})

test('what was asked on another day names the day', () => {
  showScreen(<RequestMark desired={{ ...PENDING, requestedAt: '2026-11-19T19:12:00.000Z' }} />)
  screen.getByText('正在下架… 11-20 03:12 起')
})

test('a refused row says why, instead of an older failure', () => {
  showScreen(<GoodsCell goods={PHONE} failure="旧的原因" desired={REFUSED} />)
  // on lines of its own, which nothing cuts
  expect(screen.getByText(LATE).className).toContain('failure')
  expect(screen.queryByText('旧的原因')).toBeNull()
})

test('a detail shows a refusal whole and reads it out at once, what is under way when there is a pause', () => {
  const long = '闲鱼拒绝：'.repeat(80)
  showScreen(<RequestNote desired={{ ...REFUSED, problem: long }} refusedLead="一号店" />)
  expect(screen.getByRole('alert').textContent).toBe(`一号店：${long}`)
  cleanup()
  showScreen(<RequestNote desired={{ ...PENDING, problem: AWAY }} refusedLead="一号店" />)
  expect(screen.getByRole('status').textContent).toBe(`正在下架… 03:12 起 ${AWAY}`)
  cleanup()
  showScreen(<RequestNote desired={null} refusedLead="一号店" />)
  expect(screen.queryByRole('status')).toBeNull()
})

test('what the server allows for a listing is offered, most wanted first, and nothing without the grant', () => {
  expect(offered({ ...ON_SALE, allowedActions: ['changePrice', 'takeOff'] })).toEqual(['改价', '下架'])
  expect(offered({ ...ON_SALE, allowedActions: [] })).toEqual([])
  expect(offered({ ...ON_SALE, allowedActions: ['relist', 'delete'] })).toEqual(['重新上架', '删除'])
  const all = { ...ON_SALE, desired: REFUSED, allowedActions: [...REFUSED_ACTIONS] }
  expect(offered(all)).toEqual(['重新提交下架', '改价', '下架', '不改了，保持原样'])
  storePermissions([])
  expect(offered(all)).toEqual([])
})

test('a refused shipment can be sent again corrected, repeated or given up; a pending one waits', () => {
  const names = (allowedActions: OrderRow['allowedActions']) =>
    actionsForRow(ORDER_ACTIONS, { ...SHIPPED, desired: { ...REFUSED, want: 'shipped' }, allowedActions }).map(
      ({ name }) => name,
    )
  expect(names(['resend', 'retry', 'giveUp'])).toEqual(['改运单', '重新提交发货', '不改了，保持原样'])
  expect(names([])).toEqual([])
})

test('the ways on stand behind the grant that their calls ask for', () => {
  const grants = (call: { access?: unknown }) => call.access
  for (const call of [listingHandling.retry, listingHandling.giveUp])
    expect(grants(call)).toEqual({
      anyOf: LISTING_ACTIONS.filter(({ key }) => key === 'retry').map(({ grant }) => grant),
    })
  const askingGrants = [orders, CHANNEL_DESCRIPTIONS.curated.orders].flatMap((channel) =>
    orderActions(channel)
      .filter(({ allowed }) => allowed === 'retry' || allowed === 'giveUp')
      .flatMap(({ grant = [] }) => grant),
  )
  for (const call of [shipmentHandling.retry, shipmentHandling.giveUp])
    expect(grants(call)).toEqual({ anyOf: expect.arrayContaining(askingGrants) })
  const ofBoth = { anyOf: expect.toSatisfy((all: string[]) => all.every((grant) => askingGrants.includes(grant))) }
  expect(grants(shipmentHandling.retry)).toEqual(ofBoth)
})

test('重新提交 says what and asks once more; 不改了，保持原样 asks the person first', async () => {
  const sent = stubGateway({ [listingHandling.retry.path]: () => ({}), [listingHandling.giveUp.path]: () => ({}) })
  const refresh = vi.fn(async () => {})
  const listing: ListingRow = { ...ON_SALE, desired: REFUSED, allowedActions: [...REFUSED_ACTIONS] }
  showScreen(<ActionBar actions={LISTING_ACTIONS} row={listing} labelOf={(row) => row.title} refresh={refresh} />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '重新提交下架' })))
  await waitFor(() => expect(refresh).toHaveBeenCalled())
  expect(sent.map(({ path, body }) => [path, body.listingId])).toEqual([
    [listingHandling.retry.path, LISTING.listingId],
  ])
  expect(sent[0]?.idempotencyKey).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '不改了，保持原样' })))
  expect(sent).toHaveLength(1)
  const question = screen.getByRole('dialog', { name: '不改了，保持原样？' })
  await act(async () =>
    fireEvent.click(
      [...question.querySelectorAll('button')].find((one) => one.textContent === '不改了') as HTMLElement,
    ),
  )
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ path: listingHandling.giveUp.path, body: { listingId: LISTING.listingId } })
})
