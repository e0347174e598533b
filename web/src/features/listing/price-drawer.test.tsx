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

test.each(['change_price', 'relist'] as const)(
  'several prices are lowered by a percentage in one go: %s',
  (operation) => {
    stubGateway({ '/api/goods/xy_price_rule': () => ({ rows: [] }) })
    showScreen(<PriceDrawer operation={operation} rows={[row(1), row(2), row(3)]} onClose={() => {}} />)
    const values = () =>
      [1, 2, 3].map((index) => (screen.getByLabelText(new RegExp(`^售价 手机${index}`)) as HTMLInputElement).value)
    fireEvent.change(screen.getByLabelText('整体调价'), { target: { value: '-10' } })
    fireEvent.click(screen.getByRole('button', { name: '应用' }))
    expect(values()).toEqual(['990', '1080', '1170'])
    fireEvent.click(screen.getByRole('button', { name: '首行填到全部' }))
    expect(values()).toEqual(['990', '990', '990'])
    fireEvent.click(screen.getByRole('button', { name: '撤销' }))
    expect(values()).toEqual(['990', '1080', '1170'])
    fireEvent.click(screen.getByRole('button', { name: '撤销' }))
    expect(values()).toEqual(['1100', '1200', '1300'])
  },
)
