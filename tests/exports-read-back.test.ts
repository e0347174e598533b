import type { Column } from '@huanji/contract/columns/column'
import { EXPORT_KINDS, type ExportKindKey } from '@huanji/contract/export-kinds'
import { EXPORT_COLUMNS } from '@huanji/contract/list-columns'
import { readCost } from '@huanji/domain/stock/amounts'
import { parcelsOfTable } from '@huanji/domain/tables/parcel-table'
import { formatShanghai } from '@huanji/domain/time'
import { describe, expect, it } from 'vitest'
import { csvWriter } from '../server/src/modules/export/file/csv.ts'
import { fileColumn } from '../server/src/modules/export/file/file-column.ts'
import { NOTHING_WRITTEN, withRow } from '../server/src/modules/export/file/writer.ts'
import { xlsxWriter } from '../server/src/modules/export/file/xlsx.ts'
import { unitsOfTable } from '../web/src/features/batch/table-units.ts'
import { costRowsOf } from '../web/src/features/phone/cost-rows.ts'
import { readStockTable } from '../web/src/features/stock-import/table-columns.ts'
import { tableOfFile } from '../web/src/features/tables/read-table.ts'

const KINDS = Object.keys(EXPORT_KINDS) as ExportKindKey[]
const FORMATS = ['csv', 'xlsx'] as const

/** What stands above the titles of a workbook: the names of shops and columns may be in it. */
const CAPTION = '串码批发 · 账单 · 2026-11 · 订单号：3800000000000003020'

const AT = '2026-11-23T16:30:05.000Z'
const COST_FEN = 123_450

/** Values of fields that an import understands, and of texts that are hard to keep; a place makes them differ. */
const VALUES: Readonly<Record<string, (place: number) => unknown>> = {
  imei: (place) => ['490154203237518', '356938035643809'][place],
  orderNo: (place) => `38000000000000300${20 + place}`,
  refundNo: (place) => `91000000000000000${10 + place}`,
  bagCode: (place) => `0012345${60 + place}`,
  billNo: (place) => `ZD261120000000${10 + place}`,
  unitCount: () => 1,
  costPriceFen: (place) => COST_FEN + place,
  modelName: () => '苹果 iPhone 13',
  skuText: () => '128GB 午夜色',
  carrierName: () => '顺丰速运',
  waybill: (place) => `SF12345678901${10 + place}`,
  returnCarrierName: () => '中通快递',
  returnWaybill: (place) => `735123456789${10 + place}`,
  remark: (place) => ['=1+1 "全新",未激活', '"屏\t小花"；第一行\n第二行'][place],
}

function fieldValue(column: Column, path: string, place: number): unknown {
  const named = VALUES[path]
  if (named) return named(place)
  switch (column.kind) {
    case 'money':
      return 150_000 + place
    case 'moment':
      return AT
    case 'count':
      return 2 + place
    case 'flags':
      return true
    case 'grade':
      return null
    case 'names':
      return [{ name: '甲' }]
    case 'choice':
    case 'state':
      return Object.keys(column.labels ?? {})[0] ?? ''
    default:
      return `${column.title}${place}`
  }
}

/** A row that has a value in each field of the columns. */
function rowOf(columns: readonly Column[], place: number): object {
  const row: Record<string, unknown> = {}
  for (const column of columns) {
    for (const path of column.fields) {
      const names = path.split('.')
      let at = row
      for (const name of names.slice(0, -1)) {
        at[name] ??= {}
        at = at[name] as Record<string, unknown>
      }
      at[names.at(-1) ?? ''] = fieldValue(column, path, place)
    }
  }
  return row
}

/** A list's own export of two rows with all its columns, as this product's readers read it. */
async function exported(kind: ExportKindKey, format: (typeof FORMATS)[number]) {
  const columns = Object.values(EXPORT_COLUMNS[kind])
  const files = columns.map(fileColumn)
  const writer = format === 'csv' ? csvWriter(files) : xlsxWriter(files, EXPORT_KINDS[kind].title)
  const rows = [rowOf(columns, 0), rowOf(columns, 1)]
  const sums = rows.reduce<readonly number[]>((sum, row) => withRow(sum, files, row), [])
  const lines = rows.map((row, index) => writer.row(row, index))
  const text = writer.head(CAPTION) + lines.join('') + writer.tail(rows.length, sums)
  const { bytes } = await writer.pack(text, NOTHING_WRITTEN, { isFirst: true, isLast: true })
  const table = await tableOfFile(new File([new Uint8Array(bytes)], `${EXPORT_KINDS[kind].title}.${format}`))
  return { columns, files, rows, table }
}

const shown = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

it('defect: a file of lots had the sum of each beside the code of its first phone', () => {
  for (const kind of ['listings', 'auction-orders', 'curated-orders'] as const) {
    const column = Object.values(EXPORT_COLUMNS[kind]).find(({ fields }) => fields.includes('imei'))
    expect(column && fileColumn(column).read({ imei: '490154203237518', unitCount: 3 })).toBe('3台')
  }
})

describe.each(KINDS.flatMap((kind) => FORMATS.map((format) => [kind, format] as const)))(
  'defect: the own export could not be read: %s as %s',
  (kind, format) => {
    it('has every line and column as it was written', async () => {
      const { columns, files, rows, table } = await exported(kind, format)
      const lines = table.lines.map(({ cells }) => cells)
      // a text file is a bare table
      if (format === 'xlsx') {
        expect(lines.shift()?.filter(Boolean)).toEqual([CAPTION])
        const sums = files.flatMap(({ fen }) => (fen ? [rows.reduce((sum, row) => sum + fen(row), 0) / 100] : []))
        if (sums.length > 0) expect(lines.pop()?.filter(Boolean)).toEqual(['合计（2行）', ...sums.map(String)])
      }
      const heads = lines.shift()
      expect(heads).toEqual(columns.map(({ title }) => title))
      const expected = rows.map((row) =>
        files.map(({ form, read }) => {
          const text = read(row)
          if (form === 'moment') return formatShanghai(text, true)
          return form === 'money' ? String(Number(text)) : shown(text)
        }),
      )
      const read = lines.map((cells) =>
        cells.map((cell, at) => (files[at]?.form === 'money' ? String(Number(cell)) : cell)),
      )
      expect(read).toEqual(expected)
      expect(table.notes).toEqual([])
    })

    it('is understood by the imports that know its columns, and by no other', async () => {
      const { columns, table } = await exported(kind, format)
      const has = (field: string) => columns.some(({ fields }) => fields.includes(field))
      const costs = costRowsOf(table)
      if (!has('imei')) {
        // sums, of no phone: no line of it can be taken for a price of one
        expect(costs.ok && costs.rows.some(({ price }) => readCost(price).ok)).toBe(false)
        return expect(parcelsOfTable(table).ok && has('orderNo')).toBe(false)
      }
      expect(costs.ok).toBe(has('costPriceFen'))
      if (costs.ok) {
        expect(costs.rows.map(({ code, price }) => [code, readCost(price)])).toEqual(
          [0, 1].map((place) => [VALUES.imei?.(place), { ok: true, value: COST_FEN + place }]),
        )
      }
      const units = unitsOfTable(table)
      expect(
        units.ok && units.units.map(({ code, bagCode, fault, remark }) => [code.imei, bagCode, fault, remark]),
      ).toEqual(
        [0, 1].map((place) => [
          VALUES.imei?.(place),
          has('bagCode') ? VALUES.bagCode?.(place) : '',
          '',
          has('remark') ? shown(String(VALUES.remark?.(place))) : '',
        ]),
      )
      const stock = readStockTable(table)
      expect(stock.ok && stock.table.guessed.includes('imei')).toBe(true)
      expect(stock.ok && stock.table.guessed.includes('cost')).toBe(has('costPriceFen'))
      const parcels = parcelsOfTable(table)
      expect(parcels.ok).toBe(has('waybill'))
      if (parcels.ok) {
        expect(parcels.parcels).toEqual(
          [0, 1].map((place) => ({
            code: [VALUES.orderNo?.(place), VALUES.imei?.(place), VALUES.bagCode?.(place)].join(' '),
            waybill: VALUES.waybill?.(place),
            carrierCode: 'SF',
          })),
        )
      }
    })
  },
)
