import { z } from 'zod'
import { idSchema } from './scalars.ts'
import { shopSchema } from './shops.ts'

/**
 * Where the stand-in marketplace asks the owner of a shop for consent; the real one's address is configured
 * (docs/settings.md). Its page leads back to `redirect` with `state` and either `code` or `error=access_denied`.
 */
export const CONSENT_PAGE = '/pages/authorize?state={state}&redirect={redirect}'

/** Trades the code that a consent page brought back for the authorisation of its shop (docs/open-platform.md §1.5). */
export const createAuthorizationRequest = z.object({ authorize_code: z.string().min(1).max(200) })
export type CreateAuthorizationRequest = z.input<typeof createAuthorizationRequest>
export const createAuthorizationData = shopSchema

/** Ends an authorisation. The open platform publishes no such call: it exists at the sandbox only. */
export const cancelAuthorizationRequest = z.object({ authorize_id: idSchema })
export type CancelAuthorizationRequest = z.input<typeof cancelAuthorizationRequest>
