import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showScreen } from '../../testing/screen.tsx'
import { LISTING } from '../testing/listing.ts'
import type { Entry, ListingDetail } from '../types.ts'
import { EntrySection } from './entry-section.tsx'

const ENTRY: Entry = {
  scheduleDate: '2026-11-22',
  scheduleNumber: '03',
  mode: 'sealed',
  cutOffAt: '2026-11-22T01:30:00.000Z',
  startsAt: '2026-11-22T02:00:00.000Z',
  endsAt: '2026-11-22T04:00:00.000Z',
  state: 'bidding',
  startPriceFen: 200_000,
  reservePriceFen: null,
  bidCount: 0,
  bidderCount: 0,
  highestBidFen: null,
  extensionCount: 0,
}

const show = (entry: Partial<Entry>, listing: Partial<ListingDetail> = {}) =>
  showScreen(<EntrySection listing={{ ...LISTING, ...listing, entry: { ...ENTRY, ...entry } }} />)

afterEach(cleanup)

test('a running sealed auction said that nobody had bid', () => {
  show({})
  expect(screen.getAllByText('保密')).toHaveLength(3)
  expect(document.body.textContent).not.toMatch(/0 [次人]/)
  screen.getByText('暗拍结束后才能看到出价')
  cleanup()
  show({ state: 'unsold' })
  expect(screen.queryByText('保密')).toBeNull()
  screen.getByText('0 人')
})

test('a listing that failed before its session said its run was over', () => {
  show({ state: 'closed' }, { state: 'publish_failed' })
  screen.getByText('未参拍')
  cleanup()
  show({ state: 'closed' }, { state: 'off_shelf' })
  screen.getByText('场次取消')
  cleanup()
  show({ state: 'closed' }, { orderId: '01890000-0000-7000-8000-000000000009' })
  screen.getByText('已结束')
})
