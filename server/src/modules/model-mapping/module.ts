import { defineModule } from '../../module.ts'
import { modelMappingGroups } from './calls.ts'

export const modelMappingModule = defineModule({
  standsOn: ['catalogue', 'integration', 'history', 'inspection', 'tenant'],
  groups: modelMappingGroups,
  tables: {
    modelMapping: [],
  },
})
