import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { inputSentence } from './input-sentence.ts'

const schema = z.strictObject({
  name: z.string().min(2).max(4).optional(),
  count: z.int().min(1).max(9).optional(),
  kind: z.enum(['a', 'b']).optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  at: z.iso.datetime().optional(),
  own: z.string().regex(/^x/, '自己的一句话').optional(),
})

const sentenceOf = (input: unknown): string | undefined =>
  schema.safeParse(input, { error: (issue) => inputSentence(issue as never) }).error?.issues[0]?.message

describe('defect: people read sentences made for programmers', () => {
  it.each([
    [{ key: 1 }, '页面已过期，请刷新后重试'],
    [{ name: '' }, '有必填的内容没有填写'],
    [{ name: 'a' }, '字数不能少于2'],
    [{ name: 'abcde' }, '字数不能超过4'],
    [{ count: 0 }, '不能小于1'],
    [{ count: 10 }, '不能大于9'],
    [{ count: 'ten' }, '有内容的格式不正确，请检查后重试'],
    [{ kind: 'c' }, '所选内容不在可选范围内'],
    [{ list: [] }, '数量不能少于1'],
    [{ list: ['a', 'b', 'c'] }, '数量不能超过2'],
    [{ at: 'noon' }, '有内容的格式不正确，请检查后重试'],
    [null, '有必填的内容没有填写'],
    [{ own: 'y' }, '自己的一句话'],
  ])('%j', (input, sentence) => {
    expect(sentenceOf(input)).toBe(sentence)
  })
})
