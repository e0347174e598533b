import { STOCK_IMPORT_STATES } from '@huanji/domain/states/stock-import'
import { closed, defineFeature } from '../../feature.ts'
import { optionsIn } from '../../labels.ts'
import { importedStock } from './calls.ts'
import { STOCK_ANSWER_LABELS, STOCK_FIELD_LABELS, STOCK_RESULT_LABELS } from './labels.ts'
import { stockImportColumns } from './rows.ts'

export const stockImportFeature = defineFeature({
  groups: {
    importedStock: {
      title: '数据导入',
      calls: importedStock,
      keys: closed('导入要由人核对预览；程序请直接调用质检和成本价接口'),
      beyond: 'phones in stock from a table (`/tool/import`)',
    },
  },
  pages: {
    stockImports: {
      path: '/tool/import',
      beyond: 'phones in stock come from a table',
      title: '数据导入',
      group: 'tool',
      posts: ['manager', 'operator'],
      needs: [importedStock.start],
      actions: [{ title: '导入库存', grant: importedStock.start, posts: ['manager', 'operator'] }],
    },
  },
  lists: {
    'stock-imports': { call: importedStock.list, columns: stockImportColumns },
  },
  topics: ['stockImport'],
  dictionaries: {
    stockImportState: optionsIn(STOCK_IMPORT_STATES.states),
  },
  labels: [STOCK_ANSWER_LABELS, STOCK_RESULT_LABELS, STOCK_FIELD_LABELS],
})
