import { expect, test } from 'vitest'
import { bounded, sharesOf, tableWidths } from './column-widths.ts'

const column = (key: string, kind: string, widthPx: number, grows?: number) => ({
  key,
  widthPx,
  declared: { kind },
  ...(grows ? { grows } : {}),
})
const COLUMNS = [column('no', 'code', 200), column('goods', 'text', 300, 2), column('note', 'text', 100, 1)]

test('what is left over is shared as the list says, and not with what the person has set', () => {
  expect(sharesOf(COLUMNS, {})).toEqual([0, 2 / 3, 1 / 3])
  expect(sharesOf(COLUMNS, { goods: 400 })).toEqual([0, 0, 1])
  expect(sharesOf(COLUMNS, { goods: 400, note: 90 })).toEqual([0, 0, 0])
})

test('a list that says nothing gives it to its first text, or else to its first column', () => {
  expect(sharesOf([column('no', 'code', 1), column('who', 'text', 1), column('note', 'text', 1)], {})).toEqual([
    0, 1, 0,
  ])
  expect(sharesOf([column('no', 'code', 1), column('at', 'moment', 1)], {})).toEqual([1, 0])
})

test('the widths are variables, which dragging can change alone', () => {
  const { table, columns, px } = tableWidths(COLUMNS, { no: 240 }, '41px')
  expect(px).toEqual([240, 300, 100])
  expect(table['--w0']).toBe('240px')
  expect(table.width).toBe('100%')
  expect(table.minWidth).toBe('calc(var(--w0) + var(--w1) + var(--w2) + 41px)')
  expect(columns[0]).toBe('var(--w0)')
  expect(columns[1]).toContain('var(--free)')
})

test('a table whose growing columns were all set is as wide as its columns', () => {
  const { table } = tableWidths(COLUMNS, { goods: 250, note: 90 }, '41px')
  expect(table.width).toBe(table.minWidth)
})

test('a width stays within what can be read and what fits a screen', () => {
  expect([bounded(3), bounded(120.4), bounded(9000)]).toEqual([56, 120, 800])
})
