import { defineModule } from '../../module.ts'
import { peopleGroups } from './calls.ts'

export const peopleModule = defineModule({
  standsOn: ['account', 'tenant', 'history', 'notice', 'auth/self-proof.ts', 'auth/code-proof.ts', 'auth/sms.ts'],
  groups: peopleGroups,
  tables: {
    employee: ['people'],
    employeeRole: ['people'],
    phoneDirectory: ['people'],
    role: ['people'],
  },
})
