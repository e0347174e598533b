import { expect, test } from 'vitest'
import { lettersOf, type Readings, readsAs } from './pinyin.ts'

const of = (text: string): Readings => text.split(' ').map((one) => one.split('/'))

test('letters are those of pinyin, however they are typed', () => {
  expect(lettersOf("Xi'an  ＺＪ")).toBe('xianzj')
  for (const text of ['', ' ', '13pm', '发bu', 'a_b']) expect(lettersOf(text), text).toBeNull()
})

test('a text is named by its syllables, their first letters, or both', () => {
  const list = of('zhi jian lie biao')
  for (const letters of ['zhijianliebiao', 'zjlb', 'zhijlb', 'zjliebiao', 'zhji', 'lb', 'liebi', 'b', 'zhijianl']) {
    expect(readsAs(list, letters), letters).toBe(true)
  }
  for (const letters of ['zl', 'jz', 'hi', 'zhijianliebiaoa', 'ian'])
    expect(readsAs(list, letters), letters).toBe(false)
})

test('a sign with several readings is named by each of them', () => {
  const again = of('zhong/chong xin')
  expect(readsAs(again, 'chongxin')).toBe(true)
  expect(readsAs(again, 'zx')).toBe(true)
  expect(readsAs(again, 'cx')).toBe(true)
})

test('a long text of like signs is decided at once', () => {
  const text: Readings = Array.from({ length: 60 }, () => ['a', 'aa'])
  expect(readsAs(text, `${'a'.repeat(55)}b`)).toBe(false)
})
