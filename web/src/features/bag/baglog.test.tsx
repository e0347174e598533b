import { bagRecordRow } from '@huanji/contract/features/inspection/rows'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { BagRecord } from '../inspection/types.ts'
import { leavePage, showPage, signInAs } from '../people/testing/page.tsx'
import { listOf, testId } from '../people/testing/rows.ts'
import { stubGateway } from '../testing/screen.tsx'
import { BagLogPage } from './bag-log-page.tsx'
import type { BagStock } from './use-bag-stock.ts'

const PATH = '/check/ys/baglog'
const LIST = '/xySaasDetect/sealBag/GetSealBagList'

const record = (place: number, bagCode: string, action: BagRecord['action'], state: BagRecord['state']): BagRecord => ({
  ...emptyRow(bagRecordRow),
  recordId: testId(place),
  bagCode,
  action,
  state,
  at: '2026-11-20T02:00:00.000Z',
})
const RECORDS = [
  record(1, 'HJ00000001', 'register', 'unused'),
  record(2, 'HJ00000201', 'register', 'unused'),
  record(3, 'HJ00000005', 'bind', 'bound'),
]
const STOCK: BagStock = {
  leftCount: 96,
  leftIsCapped: false,
  usedCount: 28,
  usedDays: 14,
  daysLeft: 48,
  isLow: false,
  rolls: [
    { firstCode: 'HJ00000001', lastCode: 'HJ00000100', count: 100, leftCount: 96, nextCode: 'HJ00000005' },
    { firstCode: 'HJ00000201', lastCode: 'HJ00000210', count: 10, leftCount: 0, nextCode: null },
  ],
}

async function open(stock: BagStock) {
  signInAs([PATH, LIST])
  stubGateway({ [LIST]: () => listOf(RECORDS), '/api/ext/sealBag/stock': () => stock })
  showPage({ path: PATH, page: BagLogPage })
  await screen.findByText('HJ00000005')
}
const rowOf = (code: string) => within(screen.getByText(code).closest('tr') as HTMLTableRowElement)

afterEach(leavePage)

test('says what is left of each roll and of all bags', async () => {
  await open(STOCK)
  await screen.findByText('未使用的封袋还剩 96 个，近14天用了 28 个，约够用 48 天')
  rowOf('HJ00000001').getByText('还剩 96 个')
  rowOf('HJ00000201').getByText('已用完')
  expect(rowOf('HJ00000005').queryByText(/还剩|已用完/)).toBeNull()
})

test('warns before the last bags', async () => {
  await open({ ...STOCK, leftCount: 9, daysLeft: 0, usedCount: 280, isLow: true })
  await screen.findByText('未使用的封袋还剩 9 个，近14天用了 280 个，不够用 1 天，请及时采购并登记新的一卷')
})
