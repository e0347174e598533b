import { defineStates } from './transition.ts'

/** One table of stock that is taken over in the background, and may be taken back for a while. */
export const STOCK_IMPORT_STATES = defineStates({
  name: 'stockImport',
  initial: 'running',
  states: [
    { code: 'running', label: '导入中' },
    { code: 'done', label: '已完成' },
    { code: 'cancelled', label: '已取消' },
    { code: 'undone', label: '已撤销', final: true },
  ],
  moves: [
    { from: ['running'], action: 'finish', to: 'done', label: '导入完成', who: 'system' },
    { from: ['running'], action: 'stop', to: 'cancelled', label: '导入中止', who: 'system' },
    { from: ['running'], action: 'cancel', to: 'cancelled', label: '取消导入', who: 'operator' },
    { from: ['done', 'cancelled'], action: 'undo', to: 'undone', label: '撤销导入', who: 'operator' },
  ],
})

export type StockImportState = (typeof STOCK_IMPORT_STATES)['states'][number]['code']
