import { defineModule } from '../../module.ts'
import { publicReportPage } from './route.ts'

export const publicReportModule = defineModule({
  standsOn: ['history', 'inspection'],
  publicPages: [publicReportPage],
})
