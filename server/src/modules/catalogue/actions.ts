import { catalogue } from '@huanji/contract/features/catalogue/calls'
import type { ActionRules } from '../../gateway/allowed-actions.ts'

/** What decides about what can be done with a model that the merchant wrote down. */
export interface OwnModelFacts {
  readonly isMerged: boolean
  readonly units: number
}

/** What can be done with it. */
export const OWN_MODEL_ACTIONS: ActionRules<'edit' | 'delete', OwnModelFacts> = {
  edit: {
    label: '修改',
    call: catalogue.editModel,
    obstacle: ({ isMerged }) => (isMerged ? { code: 'NOT_FOUND' } : null),
  },
  delete: {
    label: '删除',
    call: catalogue.removeModel,
    obstacle: ({ isMerged, units }) =>
      isMerged ? { code: 'NOT_FOUND' } : units > 0 ? { code: 'MODEL_IN_USE', values: { count: units } } : null,
  },
}
