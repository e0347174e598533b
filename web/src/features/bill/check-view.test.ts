import { expect, test } from 'vitest'
import { findingList } from './check-view.tsx'

test('defect: 对账 opened on everything that ever differed instead of what waits for somebody', () => {
  expect(findingList.tabs?.unnamed?.({})).toBe('open')
  expect(findingList.derive?.({})).toEqual({ state: 'open' })
  expect(findingList.derive?.({ state: 'closed' })).toEqual({ state: 'closed' })
  const all = { state: 'all' } as unknown as { state: 'open' }
  expect(findingList.derive?.(all)).toEqual({ state: undefined })
  // an order is looked for in every state
  expect(findingList.derive?.({ orderNo: '3800000000000000001' })).toEqual({ state: undefined })
})
