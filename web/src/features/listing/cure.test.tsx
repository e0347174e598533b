import { listingHandling } from '@huanji/contract/features/listing/goods'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { showScreen, stubGateway } from '../testing/screen.tsx'
import { Cure } from './cure.tsx'
import { LISTING } from './testing/listing.ts'
import type { ListingRow } from './types.ts'

const OPERATE = '/api/goods/operate'
type Failure = NonNullable<ListingRow['failure']>

function show(
  failure: Partial<Failure>,
  allowedActions: ListingRow['allowedActions'],
  grants: readonly string[],
  { refresh = async () => {}, ...row }: Partial<ListingRow> & { refresh?: () => Promise<void> } = {},
) {
  storePermissions(grants)
  const whole: Failure = { code: 'X', field: '', message: '原因', cure: null, ...failure }
  const listing = { ...LISTING, state: 'publish_failed' as const, failure: whole, allowedActions, ...row }
  showScreen(<Cure listing={listing} refresh={refresh} />)
}

afterEach(() => {
  cleanup()
  storePermissions([])
})

test('defect: what nobody explained, and may not be edited, led nowhere', () => {
  show({ cure: null }, ['relist'], [OPERATE])
  expect(screen.getByRole('button', { name: '重新上架 →' })).toBeDefined()
})

test('a missing address leads to the addresses', () => {
  show({ cure: 'address' }, ['edit', 'relist'], [OPERATE, '/api/goods/edit', '/merchant/address'])
  expect(screen.getByRole('link').getAttribute('href')).toBe('/merchant/address')
})

test('defect: it led to inspections that the person may not see, and to prices that could not be set', () => {
  show({ cure: 'inspection' }, ['relist'], [OPERATE])
  expect(screen.queryByRole('link')).toBeNull()
  cleanup()
  show({ cure: 'price' }, [], [OPERATE])
  expect(screen.queryByRole('button')).toBeNull()
})

const EDIT = '/api/goods/edit'
const BLURRED = { cure: 'inspection', field: 'images' } as const

test('defect: a blurred cover led to a list where nothing could be taken anew', () => {
  show(BLURRED, ['edit', 'relist', 'askRetake'], [OPERATE, EDIT])
  expect(screen.getByRole('link').textContent).toBe('换一张主图 →')
  cleanup()
  show(BLURRED, ['edit', 'askRetake'], [EDIT, '/xySaasDetectApi/realPhoto/saveRealPhoto'])
  expect(screen.queryByText(/请质检员/)).toBeNull()
})

test('defect: whoever may not photograph was told to go and tell somebody', async () => {
  const { path } = listingHandling.askRetake
  const sent = stubGateway({ [path]: () => ({ inspectionId: LISTING.listingId }) })
  const refresh = vi.fn(async () => {})
  show(BLURRED, ['edit', 'askRetake'], [EDIT], { refresh })
  const ask = await screen.findByRole('button', { name: '请质检员重拍' })
  await act(async () => fireEvent.click(ask))
  expect(sent).toMatchObject([{ path, body: { listingId: LISTING.listingId } }])
  expect(refresh).toHaveBeenCalledTimes(1)
  cleanup()
  show(BLURRED, ['edit', 'askRetake'], [EDIT], { retakeAskedAt: '2026-11-20T02:00:00.000Z' })
  expect(screen.getByText(/已请质检员重拍/).textContent).toBe('已请质检员重拍（2026-11-20 10:00）')
  expect(screen.queryByRole('button')).toBeNull()
})
