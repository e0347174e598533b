import { defineModule } from '../../module.ts'
import { webhookCalls } from './calls.ts'
import { webhookSchedules } from './jobs.ts'

export const webhookModule = defineModule({
  standsOn: ['integration', 'auth/digest.ts', 'history', 'notice', 'people', 'tenant'],
  groups: [webhookCalls],
  schedules: webhookSchedules,
  tables: {
    webhookDelivery: ['webhook'],
    webhookEndpoint: ['webhook'],
  },
})
