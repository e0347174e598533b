import { defineModule } from '../../module.ts'

export const desiredStateModule = defineModule({
  standsOn: ['history'],
  tables: {
    desiredState: ['listing', 'order', 'refund'],
  },
})
