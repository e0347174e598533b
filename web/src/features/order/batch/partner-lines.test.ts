import { expect, test } from 'vitest'
import type { ParcelAnswer, ParcelLine } from './parcel-line.ts'
import { added, problemOf, rewritten } from './parcel-lines.ts'
import { linesToAsk, piecesOf, withoutOldAnswers } from './partner-lines.ts'

const SHARED = 'SF1234567890123'
const answer: ParcelAnswer = { ok: true, refusal: '', message: '', orderNo: '', title: '', beside: [] }
const linesOf = (...waybills: string[]): ParcelLine[] =>
  added(
    [],
    waybills.map((waybill, index) => ({ code: `380000000000000000${index}`, waybill, carrierCode: '' })),
  ).map((line) => ({ ...line, answer }))
const open = (lines: readonly ParcelLine[]) => lines.filter((line) => line.answer === null).map(({ key }) => key)
const keysOf = (pieces: readonly (readonly ParcelLine[])[]) => pieces.map((piece) => piece.map(({ key }) => key))

test('defect: a line that was written anew was judged without the others of its number', () => {
  const lines = linesOf(SHARED, 'SF1234567890124', ` ${SHARED.toLowerCase()}`)
  const after = rewritten(lines, 3, { code: 'HJ0000000003' })
  expect(open(withoutOldAnswers(lines, after))).toEqual([1, 3])
  expect(linesToAsk(after).map(({ key }) => key)).toEqual([1, 3])
  expect(open(withoutOldAnswers(lines, rewritten(lines, 2, { waybill: SHARED })))).toEqual([1, 2, 3])
  expect(open(withoutOldAnswers(lines, rewritten(lines, 3, { waybill: 'SF1234567890124' })))).toEqual([1, 2, 3])
})

test('defect: the answer of a line outlived the line that it named', () => {
  const lines = linesOf(SHARED, 'SF1234567890124', SHARED)
  expect(open(withoutOldAnswers(lines, lines.slice(1)))).toEqual([3])
  const orders = linesOf(SHARED, 'SF1234567890124').map((line) => ({ ...line, orderNo: '3800000000000000001' }))
  expect(open(withoutOldAnswers(orders, orders.slice(1)))).toEqual([2])
})

test('defect: an answer on its way came to a line whose partner had gone meanwhile', () => {
  const lines = linesOf(SHARED, SHARED).map((line) => ({ ...line, answer: null }))
  expect(withoutOldAnswers(lines, lines.slice(1))).not.toContain(lines[1])
})

test('defect: lines of one number were parted where a call was full', () => {
  const lines = linesOf('SF1234567890001', 'SF1234567890002', SHARED, 'SF1234567890003', SHARED)
  expect(keysOf(piecesOf(lines, 3, true))).toEqual([
    [1, 2],
    [3, 5, 4],
  ])
  const many = linesOf(SHARED, SHARED, SHARED, SHARED)
  expect(keysOf(piecesOf(many, 3, true))).toEqual([
    [1, 2, 3],
    [1, 4],
  ])
  expect(keysOf(piecesOf(many, 3, false))).toEqual([[1, 2, 3], [4]])
})

test('a line is named by the place where it stands now', () => {
  const lines = linesOf('SF1234567890001', SHARED, SHARED)
  const refused = { ...answer, ok: false, refusal: 'WAYBILL_SHARED', message: '已用于（第1行）', beside: [2, 3] }
  const [, second, third] = lines
  if (!second || !third) throw new Error('three lines')
  const shown = { ...third, answer: refused }
  expect(problemOf(shown, [...lines.slice(0, 2), shown])).toBe('已用于（第 2 行）')
  expect(problemOf(shown, [second, shown])).toBe('已用于（第 1 行）')
})

test('defect: one order under two codes was promised twice', () => {
  const [first, second] = linesOf('SF1234567890001', 'SF1234567890002').map((line) => ({ ...line, orderNo: '38' }))
  if (!first || !second) throw new Error('two lines')
  expect(problemOf(second, [first, second])).toBe('与第 1 行是同一单，请删去一行')
})
