import { defineModule } from '../../module.ts'
import { merchantGroup } from './calls.ts'

export const merchantModule = defineModule({
  standsOn: ['auth', 'auction', 'export', 'figure', 'inspection', 'order', 'refund', 'task'],
  groups: [merchantGroup],
})
