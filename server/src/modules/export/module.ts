import { defineModule } from '../../module.ts'
import { exportCalls } from './calls.ts'
import { exportDownload } from './download.ts'
import { exportJobs, exportSchedules } from './jobs.ts'

export const exportModule = defineModule({
  standsOn: ['catalogue', 'account', 'export-source', 'history', 'notice', 'people', 'tenant'],
  schedules: exportSchedules,
  tables: {
    exportTask: ['export'],
  },
  over: (groups) => ({
    groups: exportCalls(groups),
    jobs: exportJobs(groups),
    downloads: [exportDownload(groups)],
  }),
})
