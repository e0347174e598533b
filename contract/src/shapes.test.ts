import { describe, expect, test } from 'vitest'
import { address } from './features/address/calls.ts'
import { programKeys } from './features/api-key/calls.ts'
import { auth } from './features/auth/calls.ts'
import { goods } from './features/listing/goods.ts'
import { merchantInfo } from './features/merchant/profile.ts'
import { employee } from './features/people/employee.ts'
import { role } from './features/people/role.ts'
import { savedView } from './features/saved-view/calls.ts'
import { shop } from './features/shop/calls.ts'
import { webhook } from './features/webhook/calls.ts'
import { linesText, lineText, nameText } from './shapes.ts'

const named = nameText(20)
const said = (value: string) => named.safeParse(value).error?.issues[0]?.message ?? ''

describe('a name', () => {
  test.each([
    ['two zero-width spaces', '\u200b\u200b'],
    ['blanks of every kind', ' \u3000\u00a0\u2003'],
    ['joiners and selectors alone', '\u200d\ufe0f\u200c'],
    ['a Hangul filler', '\u3164'],
    ['a blank of Braille', '\u2800'],
  ])('defect: %s passed as a name that nobody can see', (_, value) => {
    expect(named.safeParse(value).success).toBe(false)
  })

  test.each([
    ['an override of the direction', '手机\u202e行'],
    ['an isolate', '手机\u2067行'],
    ['a mark of direction', '手机\u200f行'],
    ['a line break', '手机\n行'],
    ['a line separator', '手机\u2028行'],
    ['a tab', '手机\t行'],
    ['a control character of the second block', '手机\u0085行'],
  ])('defect: %s within a name was taken', (_, value) => {
    expect(said(value)).toBe('不能换行，也不能含有控制字符或改变文字方向的字符，请删去后重新输入')
  })

  test.each([
    ['为民手机行', '为民手机行'],
    ['  A\u200bB\ufeff ', 'AB'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['👨‍👩‍👧手机', '👨‍👩‍👧手机'],
    ['❤️', '❤️'],
    ['𠮷野家', '𠮷野家'],
  ])('%j is kept as it is to be read', (value, kept) => {
    expect(named.parse(value)).toBe(kept)
  })

  test('its length is counted as it is kept', () => {
    expect(named.safeParse(`${'机'.repeat(20)}\u200b`).success).toBe(true)
    expect(named.safeParse('机'.repeat(21)).success).toBe(false)
  })

  test('text that may be left out may be empty, but not invisible', () => {
    expect(lineText(20).parse(' \u200b ')).toBe('')
    expect(lineText(20).safeParse('\u3164').error?.issues[0]?.message).toBe('请填写能看见的文字')
  })
})

const CALLS = [
  [merchantInfo.rename, 'merchantName'],
  [auth.signUp, 'merchantName'],
  [auth.signUp, 'employeeName'],
  [employee.edit, 'name'],
  [role.edit, 'name'],
  [programKeys.create, 'name'],
  [webhook.save, 'name'],
  [savedView.save, 'name'],
  [address.edit, 'contactName'],
  [address.edit, 'detail'],
  [goods.edit, 'title'],
] as const

test.each(CALLS)('defect: a name that reads as another was taken over the wire (%#)', ({ input, example }, field) => {
  const isRefused = (value: string) =>
    input.safeParse({ ...example, [field]: value }).error?.issues.some((issue) => issue.path[0] === field) ?? false
  expect(isRefused('甲\u202e乙')).toBe(true)
  expect(isRefused('甲\n乙')).toBe(true)
  expect(isRefused('甲乙')).toBe(false)
})

test('defect: a shop’s remark could turn the direction of what is written; its line breaks stay', () => {
  const isRefused = (remark: string) => !shop.remark.input.safeParse({ ...shop.remark.example, remark }).success
  expect([isRefused('主力店\u202e'), isRefused('\u3164'), isRefused('主力店\n广州')]).toEqual([true, true, false])
  expect(linesText(20).parse('一\n二\u200b')).toBe('一\n二')
})
