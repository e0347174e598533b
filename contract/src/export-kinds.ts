export type { ExportKindKey } from './export-keys.ts'
export { EXPORT_KINDS } from './tables.ts'

/** A list that can be taken along as a file. Plain data: the screens load it without any schema. */
export interface ExportKind {
  /** What the file holds, in Chinese: 鱼市订单. It begins the file's name as well. */
  readonly title: string
  /** The path of the call that lists the rows: whoever may not make it gets no file of them. */
  readonly listPath: string
  /** The path of the call that asks for the file. */
  readonly createPath: string
  /** The right to the file. */
  readonly grant: string
}

/** Excel's own limit on the rows of a sheet, less those of the title, the heads and the sums; more go into a CSV file. */
export const XLSX_ROWS_MAX = 1_048_573
