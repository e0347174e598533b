import { defineModule } from '../../module.ts'
import { modelMergeSchedules } from './jobs.ts'

export const modelMergeModule = defineModule({
  standsOn: ['catalogue', 'figure', 'inspection', 'model-mapping', 'tenant'],
  schedules: modelMergeSchedules,
})
