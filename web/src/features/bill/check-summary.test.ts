import { expect, test } from 'vitest'
import type { CheckRun } from './bill-labels.ts'
import { runWords } from './check-summary.tsx'

const RUN = {
  scope: 'all',
  state: 'running',
  since: null,
  checked: 1_350,
  found: 2,
  resolved: 1,
  problem: '',
  requestedBy: '周大川',
  createdAt: '2026-11-20T02:00:00.000Z',
  finishedAt: null,
} as CheckRun

test('defect: a reconciliation under way read as if it were done', () => {
  expect(runWords(RUN)).toBe('正在核对全部订单，已核对1,350个（周大川）')
  const recent = { ...RUN, scope: 'recent', since: '2026-08-22T16:00:00.000Z' } as const
  expect(runWords(recent)).toBe('正在核对2026-08-23以来的订单，已核对1,350个（周大川）')
  expect(runWords({ ...RUN, scope: 'file', requestedBy: '' })).toBe('正在核对导入的结算单…（每晚自动）')
})

test('one that is done says over what it went', () => {
  const done = { ...RUN, state: 'done', finishedAt: '2026-11-20T02:05:00.000Z' } as const
  expect(runWords(done)).toBe('上次对账 2026-11-20 10:05（周大川）：全部1,350个订单，新发现2项，对上了1项')
  expect(runWords({ ...done, scope: 'file' })).toContain('：导入的结算单，新发现2项')
})
