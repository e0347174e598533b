import { expect, test } from 'vitest'
import { differing } from './conflict-dialog.tsx'

test('only fields that both sides know and that differ are set side by side', () => {
  const mine = { remark: '加急', address: { city: '深圳' }, price: 1, onlyMine: 1 }
  const latest = { remark: '', address: { city: '深圳' }, price: 2, version: 3 }
  expect(differing(mine, latest)).toEqual(['remark', 'price'])
})
