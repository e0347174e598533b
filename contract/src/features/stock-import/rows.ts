import { STOCK_IMPORT_STATES } from '@huanji/domain/states/stock-import'
import * as z from 'zod'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { channel, id, moment } from '../../shapes.ts'

export const stockImportState = z.enum(['running', 'done', 'cancelled', 'undone'])

/** What can be done with an import: 取消 · 撤销 */
export const stockImportAction = z.enum(['cancel', 'undo'])

export const stockImportRow = z.strictObject({
  importId: id,
  /** The file's name, or what the person called it. */
  name: z.string(),
  channel,
  state: stockImportState,
  total: z.int(),
  /** How many lines are past: each of them has its answer. */
  pastCount: z.int(),
  madeCount: z.int(),
  updatedCount: z.int(),
  sameCount: z.int(),
  refusedCount: z.int(),
  skippedCount: z.int(),
  /** Lines that were taken back, and those that stayed since something had happened to their phones. */
  undoneCount: z.int(),
  keptCount: z.int(),
  /** Why it ended before its lines did; empty otherwise. */
  problem: z.string(),
  importedBy: z.string(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  undoneBy: z.string().nullable(),
  undoneAt: moment.nullable(),
  /** Until when it can be taken back. */
  undoableUntil: moment,
  allowedActions: z.array(stockImportAction),
})

export const stockImportColumns = defineColumns(stockImportRow, {
  name: { title: '文件', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(STOCK_IMPORT_STATES.states) },
  total: { title: '行数', kind: 'count' },
  made: { title: '新建', kind: 'count', value: 'madeCount' },
  updated: { title: '更新成本', kind: 'count', value: 'updatedCount' },
  refused: { title: '未导入', kind: 'count', value: 'refusedCount' },
  undone: { title: '已撤销', kind: 'count', value: 'undoneCount', hidden: true },
  importedBy: { title: '导入人', kind: 'text' },
  createdAt: { title: '导入时间', kind: 'moment' },
  undoneAt: { title: '撤销时间', kind: 'moment', hidden: true },
})
