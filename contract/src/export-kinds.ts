/** A list that can be taken along as a file. Plain data: the screens load it without any schema. */
export interface ExportKind {
  /** What the file holds, in Chinese: 鱼市订单. It begins the file's name as well. */
  readonly title: string
  /** The path of the call that lists the rows: whoever may not make it gets no file of them. */
  readonly listPath: string
  /** The path of the call that asks for the file, which is the right to it. */
  readonly createPath: string
}

/** What can be exported, by the key that a request names. Its columns stand in `export-columns.ts`. */
export const EXPORT_KINDS = {
  listings: { title: '商品', listPath: '/api/goods/list', createPath: '/api/goods/export_create' },
  'auction-orders': {
    title: '鱼市订单',
    listPath: '/api/yushiorder/v1/order/list',
    createPath: '/api/yushiorder/v1/order/export',
  },
  'curated-orders': {
    title: '严选订单',
    listPath: '/api/saleorder/v1/order/list',
    createPath: '/api/saleorder/v1/order/export',
  },
  bills: { title: '账单', listPath: '/api/bill/v1/list', createPath: '/api/ext/bill/export' },
  refunds: { title: '售后', listPath: '/api/refund/v1/list', createPath: '/api/ext/refund/export' },
} as const satisfies Readonly<Record<string, ExportKind>>

export type ExportKindKey = keyof typeof EXPORT_KINDS

/** Excel's own limit on the rows of a sheet, less those of the title, the heads and the sums; more go into a CSV file. */
export const XLSX_ROWS_MAX = 1_048_573
