import { defineModule } from '../../module.ts'
import { refundGroups } from './calls.ts'
import { refundJobs } from './evidence.ts'

export const refundModule = defineModule({
  standsOn: [
    'catalogue',
    'integration',
    'address',
    'request',
    'figure',
    'history',
    'inspection',
    'listing',
    'notice',
    'order',
    'tenant',
  ],
  groups: refundGroups,
  jobs: refundJobs,
  tables: {
    refund: ['refund', 'badge'],
    refundApproval: ['refund'],
    refundPhoto: ['refund'],
    refundUnit: ['refund'],
  },
})
