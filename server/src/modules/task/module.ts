import { defineModule } from '../../module.ts'
import { taskCalls } from './calls.ts'
import { taskJobs, taskSchedules } from './jobs.ts'

export const taskModule = defineModule({
  standsOn: ['people', 'tenant'],
  schedules: taskSchedules,
  tables: {
    task: ['task'],
    taskRow: ['task'],
  },
  over: (groups) => ({ groups: [taskCalls(groups)], jobs: taskJobs(groups) }),
})
