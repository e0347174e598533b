import { defineModule } from '../../module.ts'
import { demoGroup } from './calls.ts'

export const demoCornerModule = defineModule({
  standsOn: ['auth', 'tenant'],
  groups: [demoGroup],
})
