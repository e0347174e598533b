import { defineModule } from '../../module.ts'
import { noticeCalls } from './calls.ts'
import { noticeSchedules } from './jobs.ts'
import { noticeJobs } from './sms.ts'

export const noticeCentreModule = defineModule({
  standsOn: ['auth', 'notice', 'people', 'refund', 'tenant'],
  groups: [noticeCalls],
  jobs: noticeJobs,
  schedules: noticeSchedules,
  tables: {
    noticeSms: [],
  },
})
