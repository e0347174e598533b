import { expect, test } from 'vitest'
import { shownColumns } from './column-order.ts'

const COLUMNS = [{ key: 'no' }, { key: 'model' }, { key: 'price' }, { key: 'note', hidden: true }]

const keys = (order: readonly string[], shown: Readonly<Record<string, boolean>> = {}) =>
  shownColumns(COLUMNS, { order, shown })
    .map(({ key }) => key)
    .join()

test.each([
  ['untouched, hidden columns left out', [], {}, 'no,model,price'],
  ['in the person’s order', ['price', 'model'], {}, 'no,price,model'],
  ['the first column stays first wherever it was placed', ['price', 'no', 'model'], {}, 'no,price,model'],
  ['columns newer than the order follow', ['price'], { note: true }, 'no,price,model,note'],
  [
    'keys of columns that are gone, and repeated ones, count once or for nothing',
    ['gone', 'price', 'price'],
    {},
    'no,price,model',
  ],
  ['turned off', [], { model: false }, 'no,price'],
  ['the first column cannot be turned off', [], { no: false }, 'no,model,price'],
] as const)('%s', (_name, order, shown, expected) => {
  expect(keys(order, shown)).toBe(expected)
})

test('a list without columns shows none', () => {
  expect(shownColumns([], { order: ['no'], shown: {} })).toEqual([])
})
