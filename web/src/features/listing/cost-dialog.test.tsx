import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDialogsAndPopovers } from '../../shell/testing/dialogs.ts'
import { showScreen, stubGateway } from '../testing/screen.tsx'
import { CostDialog } from './cost-dialog.tsx'
import { saleTerms } from './sale-terms.ts'
import type { ListingDetail } from './types.ts'

const SET_COST = '/api/ext/listing/setCost'
const unit = (unitId: string, costPriceFen: number | null) =>
  ({
    unitId,
    costPriceFen,
    imei: '',
    barCode: unitId,
    modelName: '苹果 iPhone 13',
    skuText: '',
  }) as ListingDetail['units'][number]

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `成本价 ${name}` })
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } })
/** 保存, until nothing is under way. */
async function save() {
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(box('A').disabled).toBe(false))
}

beforeAll(openDialogsAndPopovers)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('defect: a cost that is no amount took the stored one away, or was passed over', async () => {
  const sent = stubGateway({ [SET_COST]: () => ({ changed: 1 }) })
  const onClose = vi.fn()
  showScreen(<CostDialog units={[unit('A', 180_000), unit('B', null)]} offered={null} onClose={onClose} />)
  type('A', '18,50')
  type('B', '1850.555')
  await save()
  type('A', '1850')
  await save()
  expect(sent).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getAllByText('请输入正确的金额').length).toBeGreaterThan(0)
  type('B', '1900')
  expect(screen.queryByText('请输入正确的金额')).toBeNull()
  await save()
  const rows = [
    { unitId: 'A', costPriceFen: 185_000 },
    { unitId: 'B', costPriceFen: 190_000 },
  ]
  expect(sent.map(({ body }) => body.rows)).toEqual([rows])
  expect(onClose).toHaveBeenCalledWith(true)
})

test('defect: a cost of a hundredfold, or above what the phone is offered at, was saved without a word', async () => {
  const sent = stubGateway({ [SET_COST]: () => ({ changed: 1 }) })
  showScreen(
    <CostDialog
      units={[unit('A', 149_000)]}
      offered={{ priceFen: 140_100, terms: saleTerms('auction', 1) }}
      onClose={() => {}}
    />,
  )
  type('A', '99999')
  await save()
  await screen.findByText(/成本价由¥1,490.00改为¥99,999.00，是原来的67.1倍/)
  screen.getByText(/会亏¥98,656.02：卖¥1,401.00，到手¥1,342.98，成本¥99,999.00/)
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '成本价没错，保存' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})
