import { defineModule } from '../../module.ts'
import { stockImportGroup } from './calls.ts'
import { stockImportJobs } from './jobs.ts'

export const stockImportModule = defineModule({
  standsOn: ['catalogue', 'history', 'inspection', 'people'],
  groups: [stockImportGroup],
  jobs: stockImportJobs,
  tables: {
    stockImport: ['stockImport'],
    stockImportRow: ['stockImport'],
  },
})
