import { lettersOf, readsAs } from '@huanji/domain/pinyin'
import { expect, test } from 'vitest'
import { readingsOfName } from './name-readings.ts'

const isFound = (name: string, typed: string): boolean => readsAs(readingsOfName(name), lettersOf(typed) ?? '')

test.each([
  ['李乐', ['lile', 'll', 'liyue']],
  ['张查', ['zhangcha', 'zc']],
  ['王单', ['wangdan', 'wd']],
  ['许曾', ['xuceng', 'xc']],
  ['单小明', ['shanxiaoming', 'sxm']],
  ['乐天', ['letian', 'yuetian']],
  ['盖茜', ['gaiqian', 'gexi']],
  ['覃小茜', ['qinxiaoqian', 'tanxiaoxi', 'txq']],
  ['吕重', ['lvzhong', 'luchong', 'lyuzhong', 'lz', 'lc']],
  ['乐盖', ['yuegai', 'lege']],
  ['盖乐', ['gaile', 'geyue', 'gl']],
  ['柏晟', ['baisheng', 'bocheng']],
  ['李重', ['lizhong', 'lichong']],
  ['吕布', ['lvbu', 'lubu', 'lyubu']],
  ['尉迟恭', ['yuchigong', 'ycg']],
] as const)('a sign that may be a family name is read as what it is: %s', (name, typed) => {
  for (const letters of typed) expect(isFound(name, letters), letters).toBe(true)
})

test('a name is not found by what none of its signs is read as', () => {
  // 乐 is read lao as well, of which lila is the beginning
  expect(isFound('李乐', 'lilan')).toBe(false)
  expect(isFound('王单', 'wangbao')).toBe(false)
})
