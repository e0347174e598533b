import { defineModule } from '../../module.ts'
import { homeGroup } from './calls.ts'
import { firstStepsGroup } from './first-steps.ts'

export const homeModule = defineModule({
  standsOn: ['auction', 'figure', 'listing', 'order', 'reconciliation', 'refund', 'shop'],
  groups: [homeGroup, firstStepsGroup],
  tables: {
    merchantStart: ['start'],
  },
})
