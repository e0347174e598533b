import { auth } from '@huanji/contract/features/auth/calls'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { problemsOf } from './validation.ts'

test('the contract’s own sentences come first, one a field, and a good value has none', () => {
  const values = { phone: '123', captcha: '12', password: 'abc', merchantName: '', agreed: true }
  expect(problemsOf(auth.signUp.input, values)).toEqual([
    { path: 'phone', message: '请输入11位手机号，以1开头' },
    { path: 'captcha', message: '请输入6位数字验证码' },
    { path: 'password', message: '密码须为8到16位，至少包含一个数字和一个字母' },
    { path: 'merchantName', message: '请填写' },
  ])
  expect(problemsOf(auth.signUp.input, auth.signUp.example)).toEqual([])
})

test('zod’s own complaints are told in words a person can act on', () => {
  const schema = z.strictObject({
    note: z.string().max(3),
    count: z.int().min(1),
    kind: z.enum(['a', 'b']),
    list: z.array(z.strictObject({ code: z.string() })),
  })
  expect(problemsOf(schema, { note: 'abcd', count: 0, kind: 'c', list: [{}] })).toEqual([
    { path: 'note', message: '最多3个字' },
    { path: 'count', message: '不能小于1' },
    { path: 'kind', message: '请选择列出的一项' },
    { path: 'list.0.code', message: '请填写' },
  ])
})
