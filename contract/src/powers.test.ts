import { expect, test } from 'vitest'
import { gainedPower } from './powers.ts'

const AGREE = '/api/refund/v1/agree'
const role = (refundLimitFen: number | null, ...grants: string[]) => ({ grants, refundLimitFen })

test('a higher limit and new rights over money and people are gained, and nothing else is', () => {
  expect(gainedPower(role(50_000, AGREE), role(null, AGREE))).toEqual({ grants: [], isLimitRaised: true })
  expect(gainedPower(role(50_000, AGREE), role(60_000, AGREE))?.isLimitRaised).toBe(true)
  expect(gainedPower(role(0), role(0, '/api/emp/edit', '/api/address/list'))?.grants).toEqual(['/api/emp/edit'])
  expect(gainedPower(role(null, AGREE), role(50_000, AGREE))).toBeNull()
  expect(gainedPower(role(50_000, AGREE), role(50_000, AGREE, '/api/address/list'))).toBeNull()
  expect(gainedPower(role(null, AGREE, '/api/emp/del'), role(null, AGREE))).toBeNull()
})
