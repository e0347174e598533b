import type { Column } from './columns/column.ts'
import {
  billColumns,
  billMonthColumns,
  curatedOrderColumns,
  listingColumns,
  orderColumns,
  refundColumns,
} from './columns/lists.ts'
import type { ExportKindKey } from './export-kinds.ts'

/** What a file of each kind can hold: the columns of its list, the hidden ones too. */
export const EXPORT_COLUMNS: Readonly<Record<ExportKindKey, Readonly<Record<string, Column>>>> = {
  listings: listingColumns,
  'auction-orders': orderColumns,
  'curated-orders': curatedOrderColumns,
  bills: billColumns,
  'bill-months': billMonthColumns,
  refunds: refundColumns,
}
