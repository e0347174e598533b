import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as questions from '../../components/confirm/confirm.tsx'
import * as toasts from '../../components/toast/toast.ts'
import { storePermissions } from '../../session/session.ts'
import { refusal, stubGateway } from '../testing/screen.tsx'
import { confirmTypedCost, keepTypedCost, sendTypedCost, typedCostOf } from './typed-cost.ts'

const SET_COST = '/api/ext/listing/setCost'
const PHONE = { unitId: '01890000-0000-7000-8000-000000000001', code: '490154203237518' }
const NEXT = '356938035643809'
const told = vi.spyOn(toasts, 'toast').mockReturnValue()

beforeEach(() => storePermissions(['field:costPrice']))
afterEach(() => {
  localStorage.clear()
  told.mockClear()
  vi.unstubAllGlobals()
})

test('what was typed for a phone is sent with it once, and the next one begins empty', async () => {
  const sent = stubGateway({ [SET_COST]: () => ({ changed: 1 }) })
  keepTypedCost('auction', { code: PHONE.code, fen: 180_000, isReadable: true, isKept: false })
  await sendTypedCost('auction', PHONE)
  await sendTypedCost('auction', PHONE)
  expect(sent.map(({ body }) => body.rows)).toEqual([[{ unitId: PHONE.unitId, costPriceFen: 180_000 }]])
  expect(typedCostOf('auction', NEXT)).toEqual({ code: NEXT, fen: null, isReadable: true, isKept: false })
})

test('what is kept for the lot stands in the box of the next phone', async () => {
  stubGateway({ [SET_COST]: () => ({ changed: 1 }) })
  keepTypedCost('auction', { code: PHONE.code, fen: 180_000, isReadable: true, isKept: true })
  await sendTypedCost('auction', PHONE)
  expect(typedCostOf('auction', NEXT)).toEqual({ code: NEXT, fen: 180_000, isReadable: true, isKept: true })
  expect(typedCostOf('curated', NEXT).fen).toBeNull()
})

test('what was typed for a phone that was put down is not taken for another', () => {
  keepTypedCost('auction', { code: PHONE.code, fen: 180_000, isReadable: true, isKept: false })
  expect(typedCostOf('auction', NEXT).fen).toBeNull()
  expect(typedCostOf('auction', PHONE.code).fen).toBe(180_000)
})

test('nothing is sent without a cost or without the right, and a refusal stops nothing', async () => {
  const sent = stubGateway({ [SET_COST]: () => refusal('NOT_FOUND', '记录不存在') })
  await sendTypedCost('auction', PHONE)
  keepTypedCost('auction', { code: PHONE.code, fen: 1, isReadable: true, isKept: false })
  storePermissions([])
  await sendTypedCost('auction', PHONE)
  expect(sent).toEqual([])
  storePermissions(['field:costPrice'])
  await sendTypedCost('auction', PHONE)
  expect(sent).toHaveLength(1)
})

test('defect: a cost that is no amount was dropped in silence', async () => {
  const sent = stubGateway({ [SET_COST]: () => ({ changed: 1 }) })
  keepTypedCost('auction', { code: PHONE.code, fen: null, isReadable: false, isKept: true })
  await sendTypedCost('auction', PHONE)
  expect(sent).toEqual([])
  expect(told).toHaveBeenCalledWith('error', '成本价没有保存（请输入正确的金额），请在一机一档中补填')
  // the next phone has an empty box, and of that nothing is said
  await sendTypedCost('auction', { ...PHONE, code: NEXT })
  expect(told).toHaveBeenCalledTimes(1)
})

test('defect: a cost of 38 took the place of one of 1,190 without a question', async () => {
  const asked = vi.spyOn(questions, 'confirm').mockResolvedValue(false)
  keepTypedCost('auction', { code: PHONE.code, fen: 38_00, isReadable: true, isKept: false })
  expect(await confirmTypedCost('auction', PHONE.code, 1_190_00)).toBe(false)
  expect(asked.mock.calls[0]?.[0].body).toBe('成本价由¥1,190.00改为¥38.00，少97%，是不是少输了一位？')
  // nothing was known before, or it is about the same
  expect(await confirmTypedCost('auction', PHONE.code, null)).toBe(true)
  expect(await confirmTypedCost('auction', PHONE.code, 40_00)).toBe(true)
  expect(asked).toHaveBeenCalledTimes(1)
})
