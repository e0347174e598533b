import { useQuery } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { showScreen, stubGateway } from '../../testing/screen.tsx'
import { RunningStatuses } from '../running.tsx'
import { LISTING } from '../testing/listing.ts'
import type { Entry, ListingRow } from '../types.ts'
import { BidsCell, EntryCell, HighestCell, PriceCell, StockCell } from './cells.tsx'

const ENTRY: Entry = {
  scheduleDate: '2026-11-22',
  scheduleNumber: '03',
  mode: 'open',
  cutOffAt: '2026-11-22T01:30:00.000Z',
  startsAt: '2026-11-22T02:00:00.000Z',
  endsAt: '2026-11-22T04:00:00.000Z',
  state: 'bidding',
  startPriceFen: 200_000,
  reservePriceFen: null,
  bidCount: 1,
  bidderCount: 1,
  highestBidFen: 210_000,
  extensionCount: 0,
}
const row = (changes: Partial<ListingRow>): ListingRow => ({ ...LISTING, ...changes })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Cells() {
  const { data } = useQuery(queryOf(api.goods.list, { page: 1, pageSize: 50 }))
  return (
    <>
      {data?.list.map((one) => (
        <div key={one.listingId}>
          <HighestCell row={one} />
          <BidsCell row={one} />
          <EntryCell row={one} />
        </div>
      ))}
    </>
  )
}

/** A list of one running auction, and what is told of it at this moment. */
function showLive(status: { version: number; entry: Entry }) {
  const listing = row({ version: 5, entry: ENTRY })
  const sent = stubGateway({
    '/api/goods/list': () => ({ list: [listing], total: 1 }),
    '/api/goods/detail/status': () => ({
      rows: [{ ...status, listingId: listing.listingId, state: 'on_sale', offerExpiresAt: '2099-11-22T05:00:00.000Z' }],
    }),
  })
  showScreen(
    <RunningStatuses>
      <Cells />
    </RunningStatuses>,
  )
  return sent
}

test('while an auction runs its newest bid and offer stand in the list without asking for the list again', async () => {
  const negotiating: Entry = { ...ENTRY, state: 'negotiating', bidCount: 7, bidderCount: 3, highestBidFen: 260_000 }
  const sent = showLive({ version: 6, entry: negotiating })
  await screen.findByText('¥2,600.00')
  expect(screen.getByText('7次 3人')).toBeDefined()
  expect(screen.getByText('待议价')).toBeDefined()
  expect(screen.getByText('剩')).toBeDefined()
  expect(sent.filter(({ path }) => path === '/api/goods/list')).toHaveLength(1)
})

test('an answer that is older than the row changes nothing', async () => {
  const sent = showLive({ version: 4, entry: { ...ENTRY, highestBidFen: 205_000 } })
  await screen.findByText('¥2,100.00')
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/goods/detail/status')).toBe(true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(screen.queryByText('¥2,050.00')).toBeNull()
})

test('defect: a run that never took place was called over in the list', () => {
  showScreen(<EntryCell row={row({ state: 'publish_failed', entry: { ...ENTRY, state: 'closed' } })} />)
  expect(screen.getByText('未参拍')).toBeDefined()
})

test('stock and a price outside its band are told apart', () => {
  showScreen(
    <>
      <StockCell row={row({ kind: 'stock', stock: { shown: 0, free: 2, expired: 0, reserved: 2, sold: 7 } })} />
      <PriceCell
        row={row({
          priceFen: 100_000,
          referencePriceFen: 400_000,
          referenceSource: 'catalogue',
          bandLowFen: 280_000,
          bandHighFen: 520_000,
        })}
      />
    </>,
  )
  expect(screen.getByText('共7台：可售0，待发2，已发5')).toBeDefined()
  expect(screen.getByText('2,800–5,200').getAttribute('title')).toBe('参考价 ¥4,000.00（机型目录估算）')
})

test('defect: the figures of a stock did not add up for whoever read them', () => {
  const stock = { shown: 2, free: 5, expired: 0, reserved: 3, sold: 6 }
  showScreen(<StockCell row={row({ kind: 'stock', stock })} />)
  expect(screen.getByText('共8台：可售2，待发3，已发3')).toBeDefined()
  cleanup()
  showScreen(<StockCell row={row({ kind: 'stock', stock: { ...stock, expired: 1, shown: 1 } })} />)
  expect(screen.getByText('共9台：可售2，待发3，已发3，质检过期1；闲鱼显示1')).toBeDefined()
})
