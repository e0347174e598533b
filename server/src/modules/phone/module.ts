import { defineModule } from '../../module.ts'
import { costGroup, phoneGroup } from './calls.ts'

export const phoneModule = defineModule({
  standsOn: ['auction', 'bill', 'history', 'inspection', 'listing', 'order'],
  groups: [phoneGroup, costGroup],
  tables: {
    costImport: ['cost'],
    costImportRow: [],
  },
})
