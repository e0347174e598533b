import type { PlainRoute } from '../../gateway/plain-routes.ts'
import { demoInbox } from './sms.ts'

/** The inbox of SMS messages that only demo mode has (quality.md, "For a newcomer"). */
export const authPlainRoutes: readonly PlainRoute[] = [
  { path: '/demo/sms', isDemoOnly: true, answer: async (services) => ({ messages: await demoInbox(services) }) },
]
