import { expect, it } from 'vitest'
import { differingFacts, entryWithoutPhones, withoutPhones } from './entry.ts'

it('keeps what differs on both sides, and nothing else', () => {
  const before = { 姓名: '阿明', 角色: '质检员', 状态: '启用' }
  const after = { 姓名: '阿明', 角色: '店长', 备注: '新' }
  expect(differingFacts(before, after)).toEqual({
    before: { 角色: '质检员', 状态: '启用' },
    after: { 角色: '店长', 备注: '新' },
  })
  expect(differingFacts(null, after)).toEqual({ before: null, after })
  expect(differingFacts(before, null)).toEqual({ before, after: null })
})

it('masks every mobile number a person typed, and no other number', () => {
  expect(withoutPhones('买家13800138001说+8613900139002也行')).toBe('买家138****8001说+86139****9002也行')
  for (const text of ['SF1234567890123', '490154203237518', '3800000000000000000', '¥13,800.00', '12800138001']) {
    expect(withoutPhones(text)).toBe(text)
  }
})

it('masks them in every part of an entry', () => {
  const facts = { 理由: '电话13800138001' }
  const masked = { 理由: '电话138****8001' }
  const entry = {
    subject: 'inspection',
    subjectId: '1',
    subjectLabel: '13800138001',
    before: facts,
    after: facts,
  } as const
  expect(entryWithoutPhones(entry)).toMatchObject({ subjectLabel: '138****8001', before: masked, after: masked })
  expect(entryWithoutPhones({ ...entry, before: null }).before).toBeNull()
  expect(entryWithoutPhones({ ...entry, subjectId: '13800138001' }).subjectId).toBe('138****8001')
  const subjectId = '01890000-0000-7000-8000-a13800138001'
  expect(entryWithoutPhones({ ...entry, subjectId }).subjectId).toBe(subjectId)
})
