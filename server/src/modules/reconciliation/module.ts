import { defineModule } from '../../module.ts'
import { reconciliationGroups } from './calls.ts'
import { checkJobs, checkSchedules } from './check.ts'

export const reconciliationModule = defineModule({
  standsOn: ['integration', 'bill', 'history', 'notice', 'order', 'tenant'],
  groups: reconciliationGroups,
  jobs: checkJobs,
  schedules: checkSchedules,
  tables: {
    billCheck: ['reconciliation'],
    billFinding: ['reconciliation'],
    settlementImport: [],
  },
})
