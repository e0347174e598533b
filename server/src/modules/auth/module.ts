import { defineModule } from '../../module.ts'
import { authGroup } from './calls.ts'
import { authSchedules } from './jobs.ts'
import { authPlainRoutes } from './plain-routes.ts'
import { sessionGroup } from './session-calls.ts'

export const authModule = defineModule({
  standsOn: ['account', 'tenant', 'people', 'shop'],
  groups: [authGroup, sessionGroup],
  schedules: authSchedules,
  plainRoutes: authPlainRoutes,
  tables: {
    imageCaptcha: [],
    loginAttempt: [],
    loginPlace: [],
    loginTicket: [],
    smsCode: [],
    smsOutbox: [],
    smsQuota: [],
  },
})
