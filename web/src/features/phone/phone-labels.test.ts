import { expect, test } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { eventLink } from './phone-labels.ts'
import type { PhoneEvent } from './types.ts'

const CASE: PhoneEvent = {
  eventId: 'case r1 u1',
  at: '2026-11-20T01:00:00.000Z',
  part: 'refund',
  unitId: 'u1',
  title: '申请售后',
  text: '',
  who: '买家',
  subjectId: 'r1',
  channel: 'curated',
  priceFen: null,
  amountFen: null,
}

test('defect: an after-sale case had no way to its own page', () => {
  storePermissions(['/sale/after-sale'])
  expect(eventLink(CASE)).toBe('/sale/yxafter-sale/detail?refundId=r1')
  expect(eventLink({ ...CASE, channel: 'auction' })).toBe('/sale/ysafter-sale/detail?refundId=r1')
  storePermissions([])
  expect(eventLink(CASE)).toBeNull()
})
