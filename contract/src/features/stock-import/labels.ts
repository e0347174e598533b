import type { StockField } from '@huanji/domain/stock/stock-row'

/** What a line of a table of stock comes to, before it is taken over. */
export const STOCK_ANSWER_LABELS = {
  new: '将新建',
  known: '更新成本',
  differs: '表中机型与在库不同',
  jumps: '成本变化大',
  same: '已在库',
  refused: '错误',
} as const

/** What became of a line of a table of stock. */
export const STOCK_RESULT_LABELS = {
  waiting: '待导入',
  made: '已新建',
  updated: '已更新成本',
  same: '无变化',
  refused: '未导入',
  skipped: '已取消',
  undone: '已撤销',
  kept: '撤销时保留',
} as const

/** What a column of a table of stock holds. */
export const STOCK_FIELD_LABELS: Readonly<Record<StockField, string>> = {
  imei: 'IMEI',
  imei2: '副IMEI',
  sn: '序列号',
  model: '机型',
  storage: '内存',
  colour: '颜色',
  grade: '成色',
  cost: '进价',
  stockedOn: '入库日期',
  supplier: '供应商',
  remark: '备注',
}
