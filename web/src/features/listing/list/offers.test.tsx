import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ListPage } from '../../../components/list/list-page.tsx'
import { storePermissions } from '../../../session/session.ts'
import { showScreen, stubGateway } from '../../testing/screen.tsx'
import { LISTING } from '../testing/listing.ts'
import type { ListingRow } from '../types.ts'
import { listingList } from './listings.tsx'

const OFFERED: ListingRow = {
  ...LISTING,
  entry: {
    scheduleDate: '2026-11-22',
    scheduleNumber: '03',
    mode: 'open',
    state: 'negotiating',
    cutOffAt: '2026-11-22T01:30:00.000Z',
    startsAt: '2026-11-22T02:00:00.000Z',
    endsAt: '2026-11-22T04:00:00.000Z',
    startPriceFen: 200_000,
    reservePriceFen: 260_000,
    bidCount: 1,
    bidderCount: 1,
    highestBidFen: 247_000,
    extensionCount: 0,
  },
  offer: {
    amountFen: 247_000,
    expiresAt: '2099-11-22T05:00:00.000Z',
    gapFen: -13_000,
    marginFen: 24_700,
    relisting: null,
  },
  allowedActions: ['acceptOffer', 'refuseOffer'],
}

const RIGHTS = ['/api/goods/operate', 'field:reservePrice', 'field:costPrice']

async function showList(address: string, shown: ListingRow = OFFERED): Promise<HTMLElement> {
  storePermissions(RIGHTS)
  stubGateway({
    '/api/goods/list': () => ({
      list: [shown],
      total: 1,
      totalIsCapped: false,
      page: 1,
      pageSize: 20,
      nextCursor: null,
      previousCursor: null,
      sort: null,
      counts: {},
      optionCounts: null,
    }),
  })
  showScreen(<ListPage list={listingList} />, address)
  return (await screen.findByText(/¥2,470\.00|iPhone 13 128G/)).closest('table') as HTMLElement
}

const heads = (table: HTMLElement) =>
  [...table.querySelectorAll('thead th')].map((head) => head.textContent ?? '').filter((text) => text !== '')

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('defect: an offer was decided on without its amount in sight, beside empty prices and stock', async () => {
  const table = await showList('/sale/product?entryState=negotiating')
  expect(heads(table)).toEqual(['商品', '答复截止', '报价', '保底价', '报价差额', '这个价赚', '操作'])
  const row = screen.getByRole('button', { name: '同意议价' }).closest('tr')
  for (const said of ['剩 ', '¥2,470.00', '¥2,600.00', '-¥130.00', '-5.0%', '¥247.00', '+10.0%'])
    expect(row?.textContent).toContain(said)
  expect(screen.getByRole('button', { name: '拒绝议价' })).toBeTruthy()
  expect(table.closest('[data-acting]')).not.toBeNull()
})

test('what is set of these columns leaves those of the whole list alone', async () => {
  localStorage.clear()
  const table = await showList('/sale/product')
  expect(heads(table)).toContain('售价')
  expect(heads(table)).not.toContain('报价差额')
  expect(table.closest('[data-acting]')).toBeNull()
})

test('defect: an offer that cannot be answered stood among those that wait, without buttons and without a word', async () => {
  const desired = { want: 'off_shelf', state: 'pending', requestedAt: '2026-11-22T04:10:00.000Z', problem: '' } as const
  await showList('/sale/product?entryState=negotiating', { ...OFFERED, desired, allowedActions: [] })
  expect(screen.queryByRole('button', { name: '同意议价' })).toBeNull()
  expect(screen.getByText('完成前不能答复').parentElement?.textContent).toBe('正在下架完成前不能答复')
})
