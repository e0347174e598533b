import { defineModule } from '../../module.ts'
import { addressGroup } from './calls.ts'

export const addressModule = defineModule({
  standsOn: ['tenant', 'history'],
  groups: [addressGroup],
  tables: {
    address: ['address'],
  },
})
