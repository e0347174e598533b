import { defineModule } from '../../module.ts'
import { catalogueCalls } from './calls.ts'

export const catalogueModule = defineModule({
  standsOn: ['history', 'tenant'],
  groups: [catalogueCalls],
  tables: {
    catalogueVersion: [],
    catalogueModel: [],
    cataloguePart: [],
    ownModel: ['model'],
  },
})
