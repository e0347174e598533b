import { defineModule } from '../../module.ts'
import { orderGroups } from './calls.ts'

export const orderModule = defineModule({
  standsOn: ['address', 'auction', 'bill', 'request', 'figure', 'history', 'inspection', 'listing'],
  groups: orderGroups,
  tables: {
    saleOrder: ['order', 'badge'],
    saleOrderAuction: ['order'],
    saleOrderLine: ['order'],
    saleOrderUnit: ['order'],
  },
})
