import { defineModule } from '../../module.ts'
import { apiKeyGroup } from './calls.ts'

export const apiKeyModule = defineModule({
  standsOn: ['people', 'history'],
  groups: [apiKeyGroup],
  tables: {
    apiKey: ['apiKey'],
    apiKeyUsage: ['apiKey'],
  },
})
