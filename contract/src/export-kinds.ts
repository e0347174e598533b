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

/** A kind whose call is the right to it, unless another one is. */
const kind = <const List extends string, const Create extends string, const Grant extends string = Create>(
  title: string,
  listPath: List,
  createPath: Create,
  grant = createPath as unknown as Grant,
) => ({ title, listPath, createPath, grant })

const BILLS = '/api/ext/bill/export'

/** What can be exported, by the key that a request names. Its columns stand in `export-columns.ts`. */
export const EXPORT_KINDS = {
  listings: kind('商品', '/api/goods/list', '/api/goods/export_create'),
  'auction-orders': kind('鱼市订单', '/api/yushiorder/v1/order/list', '/api/yushiorder/v1/order/export'),
  'curated-orders': kind('严选订单', '/api/saleorder/v1/order/list', '/api/saleorder/v1/order/export'),
  bills: kind('账单', '/api/bill/v1/list', BILLS),
  // whoever may take the bills along may take their sums along
  'bill-months': kind('月结单', '/api/ext/bill/months', '/api/ext/bill/exportMonth', BILLS),
  refunds: kind('售后', '/api/refund/v1/list', '/api/ext/refund/export'),
} as const satisfies Readonly<Record<string, ExportKind>>

export type ExportKindKey = keyof typeof EXPORT_KINDS

/** Excel's own limit on the rows of a sheet, less those of the title, the heads and the sums; more go into a CSV file. */
export const XLSX_ROWS_MAX = 1_048_573
