import { defineModule } from '../../module.ts'
import { repostGroup } from './calls.ts'

export const repostModule = defineModule({
  standsOn: ['auction', 'history', 'listing', 'shop'],
  groups: [repostGroup],
  tables: {
    shopRepost: ['shop'],
    shopRepostRun: [],
  },
})
