import type { Column } from '@huanji/contract/columns/column'
import { expect, test } from 'vitest'
import { nextSort, sortedBy, sortWords } from './sorting.ts'

const COLUMNS: Readonly<Record<'no' | 'at' | 'due', Column>> = {
  no: { title: '编号', kind: 'code', fields: ['no'] },
  at: { title: '时间', kind: 'moment', fields: ['at'], sort: { first: 'desc' } },
  due: { title: '截止', kind: 'moment', fields: ['due'], sort: { first: 'asc', in: ['waiting'] } },
}
const at = { key: 'at', declared: COLUMNS.at }
const due = { key: 'due', declared: COLUMNS.due }

test('a title goes its first way, then the other, then back to the list’s own order', () => {
  const ways = [nextSort('at', null, 'desc'), nextSort('at', 'desc', 'desc'), nextSort('at', 'asc', 'desc')]
  expect(ways).toEqual(['at.desc', 'at.asc', ''])
  expect(nextSort('due', null, 'asc')).toBe('due.asc')
})

test('a column says how the list is sorted by it, and where it can be', () => {
  expect(sortedBy(at, 'at.desc', '')).toBe('desc')
  expect(sortedBy(at, 'due.asc', '')).toBeNull()
  expect(sortedBy({ key: 'no', declared: COLUMNS.no }, 'at.desc', '')).toBeUndefined()
  expect(sortedBy(due, 'due.asc', 'waiting')).toBe('asc')
  expect(sortedBy(due, 'due.asc', 'shipped')).toBeUndefined()
  expect(sortedBy(due, '', '')).toBeUndefined()
})

test('an address can name the orders of the columns that have one', () => {
  expect(sortWords(COLUMNS)).toEqual(['at.asc', 'at.desc', 'due.asc', 'due.desc'])
  expect(sortWords(COLUMNS)).toBe(sortWords(COLUMNS))
})
