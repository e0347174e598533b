import { defineModule } from '../../module.ts'

export const tenantModule = defineModule({
  standsOn: [],
  tables: {
    merchant: ['people'],
  },
})
