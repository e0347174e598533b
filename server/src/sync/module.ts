import { defineModule } from '../module.ts'
import { refetchJobs } from './bill-refetch.ts'
import { marketplaceSchedules } from './polls.ts'
import { marketplacePushHandlers } from './pushes.ts'
import { repostSchedules } from './repost.ts'
import { requestJobs, requestSchedules } from './requests/index.ts'
import { shopJobs, shopSchedules } from './shops.ts'

export const syncModule = defineModule({
  standsOn: [
    'catalogue',
    'integration',
    'address',
    'auction',
    'bill',
    'request',
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
  jobs: { ...shopJobs, ...requestJobs, ...refetchJobs },
  schedules: [...shopSchedules, ...repostSchedules, ...marketplaceSchedules, ...requestSchedules],
  pushes: marketplacePushHandlers,
})
