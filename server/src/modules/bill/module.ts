import { defineModule } from '../../module.ts'
import { billGroups } from './calls.ts'

export const billModule = defineModule({
  standsOn: ['integration', 'figure', 'history'],
  groups: billGroups,
  tables: {
    accountFlow: ['bill'],
    bill: ['bill'],
    settlement: [],
    settlementLine: [],
  },
})
