import { importedStock } from '@huanji/contract/features/stock-import/calls'
import type { stockImportAction } from '@huanji/contract/features/stock-import/rows'
import { STOCK_IMPORT_STATES } from '@huanji/domain/states/stock-import'
import type * as z from 'zod'
import { type ActionRules, moveOf } from '../../gateway/allowed-actions.ts'
import type { StockImport } from './store.ts'

/** So long can an import be taken back. */
export const UNDO_DAYS = 7

/** An import as somebody meets it. */
export interface ImportFacts extends Pick<StockImport, 'state' | 'madeCount' | 'updatedCount' | 'keptCount'> {
  readonly isTooOld: boolean
}

/** What can be done with an import. */
export const IMPORT_ACTIONS: ActionRules<z.output<typeof stockImportAction>, ImportFacts> = {
  cancel: { label: '取消', call: importedStock.cancel, move: moveOf(STOCK_IMPORT_STATES, 'cancel') },
  undo: {
    label: '撤销',
    call: importedStock.undo,
    move: moveOf(STOCK_IMPORT_STATES, 'undo'),
    obstacle: ({ isTooOld }) => (isTooOld ? { code: 'STOCK_IMPORT_TOO_OLD', values: { days: UNDO_DAYS } } : null),
    isNeedless: ({ madeCount, updatedCount, keptCount }) => madeCount + updatedCount + keptCount === 0,
  },
}
