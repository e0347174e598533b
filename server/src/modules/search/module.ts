import { defineModule } from '../../module.ts'
import { searchGroup } from './calls.ts'

export const searchModule = defineModule({
  standsOn: ['catalogue', 'inspection', 'listing', 'order', 'people', 'refund'],
  groups: [searchGroup],
})
