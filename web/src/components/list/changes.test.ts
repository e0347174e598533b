import { expect, test } from 'vitest'
import { changeSummary, changesOf } from './changes.ts'

test.each([
  ['one fact changed', { 角色: '质检员', 姓名: '王小明' }, { 角色: '店长', 姓名: '王小明' }, '角色：质检员 → 店长'],
  ['something added', null, { 姓名: '王小明', 角色: '店长' }, '姓名：王小明；角色：店长'],
  ['something removed', { 姓名: '王小明' }, null, '姓名：王小明'],
  [
    'what was done is no fact that appears',
    { 起拍价: '¥1' },
    { 操作: '改价', 起拍价: '¥2' },
    '点了改价；起拍价：¥1 → ¥2',
  ],
  ['a fact appears', { 姓名: '王小明' }, { 姓名: '王小明', 备注: '夜班' }, '备注：无 → 夜班'],
  ['a fact is emptied', { 备注: '夜班' }, { 备注: '' }, '备注：夜班 → 无'],
  ['more than three', null, { 甲: '1', 乙: '2', 丙: '3', 丁: '4' }, '甲：1；乙：2；丙：3 等4项'],
  ['nothing told', null, null, ''],
  ['nothing changed', { 姓名: '王小明' }, { 姓名: '王小明' }, ''],
])('%s', (_, before, after, text) => {
  expect(changeSummary({ before, after })).toBe(text)
})

test('both sides’ facts stand side by side, each once', () => {
  expect(changesOf({ before: { 角色: '质检员', 备注: '夜班' }, after: { 姓名: '王', 角色: '质检员' } })).toEqual([
    { name: '角色', before: '质检员', after: '质检员', isChanged: false },
    { name: '备注', before: '夜班', after: null, isChanged: true },
    { name: '姓名', before: null, after: '王', isChanged: true },
  ])
})
