import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refusal, scan, showScreen, stubGateway } from '../../testing/screen.tsx'
import { listableUnit, STOCK_LISTING } from '../testing/listing.ts'
import { RestockDrawer } from './restock-drawer.tsx'

const UNIT = listableUnit(1, { modelId: STOCK_LISTING.modelId, skuId: '128GB/午夜色' })
const DOUBT = '128GB¥2,900.00高于256GB的¥2,800.00，容量越大价格应越高'

function openDrawer(operate: (input: Record<string, unknown>) => object) {
  const sent = stubGateway({
    '/api/goods/operate': operate,
    '/api/goods/xy_price_range': () => ({
      rows: STOCK_LISTING.skus.map(({ skuId }) => ({
        modelId: STOCK_LISTING.modelId,
        skuId,
        grade: '95',
        channel: 'curated',
        referenceFen: 260_000,
        lowFen: 182_000,
        highFen: 338_000,
        source: 'catalogue',
      })),
    }),
    '/api/goods/detect_list': () => ({
      list: [UNIT],
      total: 1,
      totalIsCapped: false,
      page: 1,
      pageSize: 50,
      nextCursor: null,
      previousCursor: null,
    }),
  })
  const onClose = vi.fn()
  showScreen(<RestockDrawer listing={STOCK_LISTING} onClose={onClose} />)
  return { onClose, operated: () => sent.filter(({ path }) => path === '/api/goods/operate') }
}

const result = (one: object) => ({
  results: [{ ok: true, listingId: STOCK_LISTING.listingId, refusal: '', message: '', field: '', ...one }],
})
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('defect: a doubt that only the server has could never be confirmed', async () => {
  const { onClose, operated } = openDrawer((input) => {
    const [row] = input.rows as { priceConfirmed: boolean }[]
    return row?.priceConfirmed
      ? result({})
      : result({ ok: false, refusal: 'PRICE_NEEDS_CONFIRMATION', message: DOUBT, field: 'skus' })
  })
  await screen.findAllByText('¥2,600.00')
  await scan(UNIT.imei)
  await screen.findByText('已选 1 台')
  press('补货')
  await screen.findByText(DOUBT)
  press('价格没错，继续')
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(true))
  expect(operated()).toHaveLength(2)
  expect(operated()[0]?.idempotencyKey).not.toBe(operated()[1]?.idempotencyKey)
})

test('a refusal stands over the sheet, and what was chosen stays', async () => {
  openDrawer(() => refusal('STOCK_INVALID', '一件商品最多40个规格'))
  await scan(UNIT.imei)
  await screen.findByText('已选 1 台')
  press('补货')
  await screen.findByText('一件商品最多40个规格')
  expect(screen.getByText('已选 1 台')).toBeDefined()
})

test('defect: it did not say which phones it takes', async () => {
  openDrawer(() => result({}))
  const needed = `${STOCK_LISTING.modelName}，${STOCK_LISTING.skus.map(({ skuText }) => skuText).join('或')}，95新`
  await screen.findByText(needed)
})
