import { expect, it } from 'vitest'
import { inspectorTitle, maskCode } from './masks.ts'

it('names an inspector by the family name alone', () => {
  const names = ['王小明', '欧阳娜娜', '欧阳', '东方红', '李', 'Tom Lee', '', null, '13800130001']
  expect(names.map(inspectorTitle)).toEqual([
    '王师傅',
    '欧阳师傅',
    '欧师傅',
    '东方师傅',
    '李师傅',
    '质检师傅',
    '质检师傅',
    '质检师傅',
    '质检师傅',
  ])
})

it('shows three signs and the last four of a code, and less of a short one', () => {
  expect(maskCode('490154203237518')).toBe('490••••••••7518')
  expect(maskCode('F2LXK0ABCD12')).toBe('F2L•••••CD12')
  expect(maskCode('SN123456')).toBe('••••3456')
  expect(maskCode('SN12')).toBe('••12')
})
