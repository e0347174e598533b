import { defineModule } from '../module.ts'
import { refetchJobs } from './bill-refetch.ts'
import { desiredStateJobs, desiredStateSchedules } from './desired-state.ts'
import { marketplaceSchedules } from './polls.ts'
import { marketplacePushHandlers } from './pushes.ts'
import { repostSchedules } from './repost.ts'
import { shopJobs, shopSchedules } from './shops.ts'

export const syncModule = defineModule({
  standsOn: [
    'integration',
    'address',
    'auction',
    'bill',
    'desired-state',
    'figure',
    'history',
    'inspection',
    'listing',
    'model-mapping',
    'notice',
    'order',
    'reconciliation',
    'refund',
    'repost',
    'shop',
    'tenant',
  ],
  jobs: { ...shopJobs, ...desiredStateJobs, ...refetchJobs },
  schedules: [...shopSchedules, ...repostSchedules, ...marketplaceSchedules, ...desiredStateSchedules],
  pushes: marketplacePushHandlers,
})
