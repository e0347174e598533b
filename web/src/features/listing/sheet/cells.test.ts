import { expect, test } from 'vitest'
import { amountOfText, byPercent, cellAfter, extended, fillDown, isTable, isWithin, pasted, rowsOf } from './cells.ts'

const SIZE = { rows: 3, columns: 2 }
const at = (row: number, column: number) => ({ row, column })

test('keys lead as in a spreadsheet, and out of the sheet only by Tab', () => {
  expect(cellAfter('Enter', at(0, 1), SIZE, false)).toEqual(at(1, 1))
  expect(cellAfter('Enter', at(1, 1), SIZE, true)).toEqual(at(0, 1))
  expect(cellAfter('Enter', at(2, 1), SIZE, false)).toBeNull()
  expect(cellAfter('ArrowUp', at(0, 0), SIZE, false)).toBeNull()
  expect(cellAfter('ArrowRight', at(0, 0), SIZE, false)).toEqual(at(0, 1))
  expect(cellAfter('Tab', at(0, 1), SIZE, false)).toEqual(at(1, 0))
  expect(cellAfter('Tab', at(1, 0), SIZE, true)).toEqual(at(0, 1))
  expect(cellAfter('Tab', at(2, 1), SIZE, false)).toBeNull()
  expect(cellAfter('a', at(0, 0), SIZE, false)).toBeNull()
})

test('a range grows and shrinks by the arrows, within the sheet', () => {
  const two = extended(null, at(1, 0), 1, SIZE)
  expect(rowsOf(two)).toEqual([1, 2])
  expect(rowsOf(extended(two, at(1, 0), 1, SIZE))).toEqual([1, 2])
  const up = extended(extended(two, at(1, 0), -1, SIZE), at(1, 0), -1, SIZE)
  expect(rowsOf(up)).toEqual([0, 1])
  expect(isWithin(up, at(0, 0))).toBe(true)
  expect(isWithin(up, at(0, 1))).toBe(false)
  expect(isWithin(up, at(2, 0))).toBe(false)
})

test('an amount fills the range, or all rows below', () => {
  expect(fillDown(at(0, 1), 500, null, SIZE)).toEqual([
    { row: 1, column: 1, fen: 500 },
    { row: 2, column: 1, fen: 500 },
  ])
  expect(fillDown(at(0, 1), 500, { column: 1, from: 0, to: 1 }, SIZE)).toEqual([{ row: 1, column: 1, fen: 500 }])
})

test('amounts are read as spreadsheets write them', () => {
  expect(amountOfText('¥3,680.00')).toBe(368_000)
  expect(amountOfText(' 3680元 ')).toBe(368_000)
  expect(amountOfText('３６８０')).toBe(368_000)
  expect(amountOfText('')).toBeNull()
  expect(amountOfText('-5')).toBeUndefined()
  expect(amountOfText('面议')).toBeUndefined()
})

test('a copied part of a spreadsheet goes to the right and below; what does not fit and what is no amount is counted', () => {
  expect(isTable('3000\r\n')).toBe(false)
  expect(isTable('3000\t3200')).toBe(true)
  expect(pasted('3000\t3200\r\n\t3300\n面议\t1\n', at(1, 0), SIZE)).toEqual({
    edits: [
      { row: 1, column: 0, fen: 300_000 },
      { row: 1, column: 1, fen: 320_000 },
      { row: 2, column: 1, fen: 330_000 },
    ],
    beyond: 1,
    unread: 1,
  })
})

test('percent changes give whole yuan, and never nothing', () => {
  expect(byPercent(368_000, -5)).toBe(349_600)
  expect(byPercent(99_900, 3)).toBe(102_900)
  expect(byPercent(100, -90)).toBe(100)
})
