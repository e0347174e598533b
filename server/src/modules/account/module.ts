import { defineModule } from '../../module.ts'

export const accountModule = defineModule({
  standsOn: [],
  tables: {
    account: [],
    session: [],
  },
})
