import { defineModule } from '../../module.ts'
import { savedViewCalls } from './calls.ts'

export const savedViewModule = defineModule({
  standsOn: ['tenant', 'history'],
  groups: [savedViewCalls],
  tables: {
    savedView: ['view'],
  },
})
