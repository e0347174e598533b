import { batch, batchEdit } from '@huanji/contract/features/inspection/batch'
import type { batchAction } from '@huanji/contract/features/inspection/rows'
import type * as z from 'zod'
import type { ActionRules } from '../../../gateway/allowed-actions.ts'

/** What can be done with a batch, most wanted first: neither ever comes to an end. */
export const BATCH_ACTIONS: ActionRules<z.output<typeof batchAction>, object> = {
  add: { label: '追加手机', call: batch.addMultiCommodity },
  edit: { label: '修改', call: batchEdit.edit },
}
