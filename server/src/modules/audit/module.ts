import { defineModule } from '../../module.ts'
import { auditGroup } from './calls.ts'

export const auditModule = defineModule({
  standsOn: [],
  groups: [auditGroup],
  tables: {
    auditHead: [],
    auditLog: [],
  },
})
