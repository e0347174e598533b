import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { showScreen } from '../testing/screen.tsx'
import { Cure } from './cure.tsx'
import { LISTING } from './testing/listing.ts'
import type { ListingRow } from './types.ts'

const OPERATE = '/api/goods/operate'
type Failure = NonNullable<ListingRow['failure']>

function show(failure: Partial<Failure>, allowedActions: ListingRow['allowedActions'], grants: readonly string[]) {
  storePermissions(grants)
  const whole: Failure = { code: 'X', field: '', message: '原因', cure: null, ...failure }
  const listing = { ...LISTING, state: 'publish_failed' as const, failure: whole, allowedActions }
  showScreen(<Cure listing={listing} refresh={async () => {}} />)
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

test('defect: a blurred cover led to a list where nothing could be taken anew', () => {
  const EDIT = '/api/goods/edit'
  show({ cure: 'inspection', field: 'images' }, ['edit', 'relist'], [OPERATE, EDIT])
  expect(screen.getByRole('link').textContent).toBe('换一张主图 →')
  expect(screen.getByText('没有合适的，请质检员在质检列表点“重拍”')).toBeDefined()
  cleanup()
  show({ cure: 'inspection', field: 'images' }, ['edit'], [EDIT, '/xySaasDetectApi/realPhoto/saveRealPhoto'])
  expect(screen.queryByText(/请质检员/)).toBeNull()
})
