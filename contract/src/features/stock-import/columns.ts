import { STOCK_IMPORT_STATES } from '@huanji/domain/states/stock-import'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { stockImportRow } from './rows.ts'

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
