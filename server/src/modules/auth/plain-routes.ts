import type { Database } from '../../database/database.ts'
import type { Services } from '../../gateway/handler.ts'
import { demoInbox } from './sms.ts'

/** A route beside the contract's calls that answers JSON to a GET. */
export interface PlainRoute {
  readonly path: string
  /** True for a route that must not exist in production. */
  readonly isDemoOnly: boolean
  answer(services: Services & { readonly db: Database }): Promise<unknown>
}

/** The inbox of SMS messages that only demo mode has (quality.md, "For a newcomer"). */
export const authPlainRoutes: readonly PlainRoute[] = [
  { path: '/demo/sms', isDemoOnly: true, answer: async (services) => ({ messages: await demoInbox(services) }) },
]
