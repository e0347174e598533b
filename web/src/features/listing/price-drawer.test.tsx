import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { storePermissions } from '../../session/session.ts'
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
    fireEvent.click(screen.getByRole('button', { name: '全部用第一行的价（3 行）' }))
    expect(values()).toEqual(['990', '990', '990'])
    fireEvent.click(screen.getByRole('button', { name: '撤销' }))
    expect(values()).toEqual(['990', '1080', '1170'])
    fireEvent.click(screen.getByRole('button', { name: '撤销' }))
    expect(values()).toEqual(['1100', '1200', '1300'])
  },
)

const lineOf = (name: RegExp) => screen.getByLabelText(name).closest('tr') as HTMLElement

test('defect: 赚 left the fees out, and a price that stands at a loss was marked only once it was changed', () => {
  storePermissions(['field:costPrice'])
  stubGateway({ '/api/goods/xy_price_rule': () => ({ rows: [] }) })
  const { listing } = row(1)
  const rows = [newPriceRow({ ...listing, priceFen: 330_000, costPriceFen: 328_000 }), row(2)]
  showScreen(<PriceDrawer operation="change_price" rows={rows} onClose={() => {}} />)
  const line = lineOf(/^售价 手机1/)
  expect(line.dataset.tone).toBe('doubt')
  within(line).getByText('会亏¥29.80：卖¥3,300.00，到手¥3,250.20，成本¥3,280.00')
  within(line).getByText('-¥29.80')
  expect(lineOf(/^售价 手机2/).dataset.tone).toBe('fine')
})

test('defect: the price of the first line went to every line, whatever the model', () => {
  stubGateway({ '/api/goods/xy_price_rule': () => ({ rows: [] }) })
  const other = row(3)
  const rows = [row(1), row(2), newPriceRow({ ...other.listing, modelName: 'iPhone 15', skuText: '256G 黑色' })]
  showScreen(<PriceDrawer operation="change_price" rows={rows} onClose={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: '同款用第一行的价（2 行）' }))
  const values = [1, 2, 3].map(
    (index) => (screen.getByLabelText(new RegExp(`^售价 手机${index}`)) as HTMLInputElement).value,
  )
  expect(values).toEqual(['1100', '1100', '1300'])
})

test('defect: a percentage that cannot be applied was refused without a word', () => {
  stubGateway({ '/api/goods/xy_price_rule': () => ({ rows: [] }) })
  showScreen(<PriceDrawer operation="change_price" rows={[row(1), row(2)]} onClose={() => {}} />)
  expect(screen.queryByText(/请填 -50 到 50/)).toBeNull()
  fireEvent.change(screen.getByLabelText('整体调价'), { target: { value: '-95' } })
  screen.getByText(/请填 -50 到 50 之间的数/)
  expect((screen.getByRole('button', { name: '应用' }) as HTMLButtonElement).disabled).toBe(true)
})
