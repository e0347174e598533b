import type { Columns, Column as DeclaredColumn } from '@huanji/contract/columns/column'
import { listingColumns } from '@huanji/contract/features/listing/rows'
import { orderColumns } from '@huanji/contract/features/order/rows'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { columnsOf } from './columns-of.ts'
import { factsOf } from './facts-of.tsx'
import { KIND_LOOKS } from './kinds.tsx'
import type { Cell } from './list-types.ts'

type Row = Readonly<Record<string, unknown>>

beforeEach(() => storePermissions([]))
afterEach(cleanup)

const declared = (column: Partial<DeclaredColumn>): Columns<Row> => ({
  only: { title: '列', kind: 'text', fields: ['value'], ...column },
})

/** The markup of the cell that a column shows of a row. */
function cellOf(column: Partial<DeclaredColumn>, row: Row, cell: Cell<Row> = {}): string {
  const [shown] = columnsOf(declared(column), { only: cell })
  return render(shown?.cell(row)).container.innerHTML
}

const DASH = '<span class="muted">—</span>'
const LABELS = { won: '已成交', lost: '流拍' }

describe('a cell is what its kind says', () => {
  test.each<[string, Partial<DeclaredColumn>, Row, string]>([
    ['a text', { kind: 'text' }, { value: '顺丰' }, '顺丰'],
    ['several texts', { kind: 'text', fields: ['value', 'b'] }, { value: '顺丰', b: 'SF1' }, '顺丰 SF1'],
    ['a text and nothing', { kind: 'text', fields: ['value', 'b'] }, { value: '', b: 'SF1' }, 'SF1'],
    ['a code', { kind: 'code' }, { value: 'A1' }, '<span class="code">A1</span>'],
    ['money in fen', { kind: 'money' }, { value: 123_456 }, '<span class="num">¥1,234.56</span>'],
    ['a count', { kind: 'count' }, { value: 0 }, '<span class="num">0</span>'],
    ['a choice', { kind: 'choice', labels: LABELS }, { value: 'won' }, '已成交'],
    ['a choice that is newer than this page', { kind: 'choice', labels: LABELS }, { value: 'new' }, 'new'],
    ['names', { kind: 'names' }, { value: [{ name: '客服' }, { name: '仓库' }] }, '客服、仓库'],
    ['a part of the row', { kind: 'text', fields: ['run.no'] }, { run: { no: '03' } }, '03'],
  ])('%s', (_, column, row, html) => expect(cellOf(column, row)).toBe(html))

  test('a moment in Asia/Shanghai', () => {
    const at = '2026-11-20T10:30:00.000Z'
    expect(cellOf({ kind: 'moment' }, { value: at })).toBe(`<time class="num" datetime="${at}">2026-11-20 18:30</time>`)
  })

  test('a state and flags as tags in the colours that the list says, a grade in its own', () => {
    const tones = { won: 'success', urgent: 'danger' } as const
    expect(cellOf({ kind: 'state', labels: LABELS }, { value: 'won' }, { tones })).toMatch(
      /data-tone="success">已成交</,
    )
    expect(cellOf({ kind: 'state', labels: LABELS }, { value: 'lost' }, { tones })).toMatch(/data-tone="neutral">流拍</)
    const flags = { kind: 'flags', fields: ['urgent', 'held'], labels: { urgent: '急', held: '冻结' } } as const
    const html = cellOf(flags, { urgent: true, held: false }, { tones })
    expect(html).toMatch(/data-tone="danger">急</)
    expect(html).not.toContain('冻结')
    expect(cellOf({ kind: 'grade' }, { value: '95' })).toContain('95')
  })

  test('what changed, in one line', () => {
    const row = { before: { 角色: '质检员' }, after: { 角色: '店长' } }
    expect(cellOf({ kind: 'changes', fields: ['before', 'after'] }, row)).toContain('角色：质检员 → 店长')
  })

  test.each(Object.keys(KIND_LOOKS) as DeclaredColumn['kind'][])('%s: a dash where there is nothing', (kind) => {
    expect(cellOf({ kind }, { value: kind === 'names' ? [] : null })).toBe(DASH)
    expect(cellOf({ kind, fields: ['gone.value'] }, { gone: null })).toBe(DASH)
  })
})

describe('the columns of a list', () => {
  const columns: Columns<Row> = {
    no: { title: '编号', kind: 'code', fields: ['no'] },
    paid: { title: '实付', kind: 'money', fields: ['paidFen'], rights: ['field:orderMoney'], hidden: true },
  }

  test('come in their order with title, side and width, and are copied where they are codes', () => {
    storePermissions(['field:orderMoney'])
    const [no, paid] = columnsOf(columns, { no: { widthPx: 190 } })
    expect(no).toMatchObject({ key: 'no', title: '编号', widthPx: 190 })
    expect(no?.copy?.({ no: 'A1' })).toBe('A1')
    expect(paid).toMatchObject({ key: 'paid', align: 'right', widthPx: KIND_LOOKS.money.widthPx, hidden: true })
    expect(paid?.copy).toBeUndefined()
  })

  test('are not there where the person lacks their right', () => {
    expect(columnsOf(columns).map(({ key }) => key)).toEqual(['no'])
  })

  test('of the contract need a right where money is shown', () => {
    const keys = (list: Columns<never>) => columnsOf(list).map(({ key }) => key)
    expect(keys(orderColumns)).not.toContain('deal')
    expect(keys(listingColumns)).not.toContain('reserve')
    storePermissions(['field:orderMoney', 'field:reservePrice'])
    expect(keys(orderColumns)).toContain('deal')
    expect(keys(orderColumns)).not.toContain('margin')
    storePermissions(['field:costPrice'])
    expect(keys(orderColumns)).toContain('cost')
    expect(keys(orderColumns)).not.toContain('margin')
    storePermissions(['field:orderMoney', 'field:reservePrice', 'field:costPrice'])
    expect(keys(orderColumns)).toEqual(Object.keys(orderColumns))
    expect(keys(listingColumns)).toContain('reserve')
  })

  test('show what the list says of one instead of what its kind says', () => {
    const [no] = columnsOf(columns, { no: { cell: (row) => `第${String(row.no)}号`, copy: null } })
    expect(no?.cell({ no: '7' })).toBe('第7号')
    expect(no?.copy).toBeUndefined()
  })
})

describe('the facts of one thing', () => {
  const columns: Columns<Row, 'no' | 'shop' | 'remark' | 'paid'> = {
    no: { title: '编号', kind: 'code', fields: ['no'] },
    shop: { title: '店铺', kind: 'text', fields: ['shop'] },
    remark: { title: '备注', kind: 'text', fields: ['remark'] },
    paid: { title: '实付', kind: 'money', fields: ['paidFen'], rights: ['field:orderMoney'] },
  }
  const labels = (row: Row) =>
    factsOf(columns, row, { remark: { optional: true, wide: true } }).map(
      ({ label, wide }) => `${label}${wide ? '，宽' : ''}`,
    )

  test('are the declared fields, those that need it left out where there is nothing to say or no right', () => {
    expect(labels({ no: 'A1', shop: '一号店', remark: '', paidFen: 1 })).toEqual(['编号', '店铺'])
    storePermissions(['field:orderMoney'])
    expect(labels({ no: 'A1', shop: '一号店', remark: '急', paidFen: 1 })).toEqual(['编号', '店铺', '备注，宽', '实付'])
  })

  test('show a code with its copy icon, and the rest as lists do', () => {
    const [no, shop] = factsOf(columns, { no: 'A1', shop: '一号店' })
    expect(render(no?.value).container.querySelector('button')?.getAttribute('aria-label')).toContain('编号')
    expect(shop).toMatchObject({ label: '店铺', value: '一号店' })
  })
})
