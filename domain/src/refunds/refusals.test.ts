import { expect, test } from 'vitest'
import { claimsSwap, fittingRefusal, type RefusalFacts, refusalContradiction } from './refusals.ts'

test('the reason that fits what was found is taken from the marketplace’s list', () => {
  const reasons = ['未沟通协商一致', '商品与描述相符', '退回商品与发出不符', '退回商品有新增损伤', '其他']
  expect(fittingRefusal(reasons, ['newDamage', 'otherPhone'])).toBe('退回商品与发出不符')
  expect(fittingRefusal(reasons, ['newDamage'])).toBe('退回商品有新增损伤')
  expect(fittingRefusal(reasons, ['asSold'])).toBeNull()
  expect(fittingRefusal(['未沟通协商一致'], ['otherPhone'])).toBeNull()
})

const KEPT: RefusalFacts = { hasLeft: true, wasSentBack: false, unitCount: 1, returned: [] }
const UNDER_WAY: RefusalFacts = { ...KEPT, wasSentBack: true }
const same = { isSamePhone: true, outcomes: null }
const here = (...returned: RefusalFacts['returned']): RefusalFacts => ({ ...UNDER_WAY, returned })

const OTHER = '退回商品与发出不符'
const DAMAGE = '退回商品有新增损伤'
const MISSING = '未收到退货'

test.each([
  ['nothing was sent back', KEPT, '买家没有寄回手机', '买家没有寄回手机', '买家没有寄回手机，没有退货可收'],
  ['it is under way', UNDER_WAY, '退回的手机还没签收，请先退货签收', '退回的手机还没签收，请先退货签收', null],
  ['it cannot be scanned, as nobody knows it here', { ...UNDER_WAY, unitCount: 0 }, null, null, null],
  ['it was scanned in', here(same), null, null, '退回的手机已经签收'],
  ['one of two was scanned in', { ...here(same), unitCount: 2 }, null, null, null],
  [
    'it is as it was sold',
    here({ isSamePhone: true, outcomes: ['asSold'] }),
    '签收和复检都说退回的和售出时一样',
    '复检没有发现新增损伤',
    '退回的手机已经签收',
  ],
  ['it is damaged', here({ isSamePhone: true, outcomes: ['newDamage'] }), null, null, '退回的手机已经签收'],
  [
    'another phone came',
    here({ isSamePhone: false, outcomes: ['otherPhone'] }),
    null,
    '复检没有发现新增损伤',
    '退回的手机已经签收',
  ],
] as const)('defect: a case was refused for what was not so: %s', (_said, facts, other, damage, missing) => {
  expect(refusalContradiction(OTHER, facts)).toBe(other)
  expect(refusalContradiction(DAMAGE, facts)).toBe(damage)
  expect(refusalContradiction(MISSING, facts)).toBe(missing)
  for (const reason of ['未沟通协商一致', '商品与描述相符', '其他']) {
    expect(refusalContradiction(reason, facts)).toBeNull()
  }
})

test('an order that has not left was not shipped', () => {
  expect(refusalContradiction('已发货', { ...KEPT, hasLeft: false })).toBe('这一单还没发货')
  expect(refusalContradiction('已发货', KEPT)).toBeNull()
})

test('the reason of another phone is known by its words', () => {
  expect([OTHER, DAMAGE, MISSING, '其他'].map(claimsSwap)).toEqual([true, false, false, false])
})
