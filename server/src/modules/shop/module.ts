import { defineModule } from '../../module.ts'
import { shopGroup } from './calls.ts'

export const shopModule = defineModule({
  standsOn: ['history', 'tenant'],
  groups: [shopGroup],
  tables: {
    sellerDirectory: [],
    sellerNumber: [],
    shopAccount: ['shop'],
    shopConsent: [],
    shopDirectory: [],
  },
})
