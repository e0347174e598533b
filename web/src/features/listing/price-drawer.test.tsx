import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showScreen, stubGateway } from '../testing/screen.tsx'
import { PriceDrawer } from './price-drawer.tsx'
import { newPriceRow } from './price-rows.ts'
import { LISTING } from './testing/listing.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = (index: number) =>
  newPriceRow({
    ...LISTING,
    listingId: `listing-${index}`,
    channel: 'curated',
    title: `手机${index}`,
    priceFen: 100_000 + index * 10_000,
    allowedActions: ['changePrice'],
  })

test('defect: one key takes back prices that were filled down, and not the box alone that the caret is in', () => {
  stubGateway({ '/api/goods/xy_price_rule': () => ({ rows: [] }) })
  showScreen(<PriceDrawer operation="change_price" rows={[row(1), row(2), row(3)]} onClose={() => {}} />)
  const boxes = () =>
    [1, 2, 3].map((index) => screen.getByLabelText(new RegExp(`^售价 手机${index}`)) as HTMLInputElement)
  const values = () => boxes().map(({ value }) => value)
  expect(values()).toEqual(['1100', '1200', '1300'])
  const [first] = boxes()
  if (!first) throw new Error('no box')
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown', shiftKey: true })
  fireEvent.keyDown(first, { key: 'ArrowDown', shiftKey: true })
  fireEvent.keyDown(first, { key: 'd', ctrlKey: true })
  expect(values()).toEqual(['1100', '1100', '1100'])
  fireEvent.keyDown(first, { key: 'z', ctrlKey: true })
  expect(values()).toEqual(['1100', '1200', '1300'])
})
