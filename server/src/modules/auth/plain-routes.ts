import type { PlainRoute } from '../../gateway/plain-routes.ts'
import { demoInbox } from './sms.ts'

/** The inbox of SMS messages that only demo mode has, so that a newcomer can sign in without a phone. */
export const authPlainRoutes: readonly PlainRoute[] = [
  { path: '/demo/sms', isDemoOnly: true, answer: async (services) => ({ messages: await demoInbox(services) }) },
]
