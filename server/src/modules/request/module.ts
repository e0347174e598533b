import { defineModule } from '../../module.ts'

export const requestModule = defineModule({
  standsOn: ['history'],
  tables: {
    desiredState: ['listing', 'order', 'refund'],
  },
})
