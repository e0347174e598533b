import { defineModule } from '../../module.ts'

export const historyModule = defineModule({
  standsOn: [],
  tables: {
    history: [],
  },
})
