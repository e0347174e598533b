import wire from 'virtual:wire'
import type { Calls } from '@huanji/contract/calls'
import { type Api, buildClient } from './build-client.ts'

/**
 * Every call of the contract, typed by it:
 *
 *     const { list, total } = await api.auctionOrder.list({ state: 'awaiting_shipment' })
 *     await api.bagRoll.bind(values, { idempotencyKey, handles: ['BAG_USED'] })
 *
 * A refusal is shown as a toast and thrown as `ApiRefusal`; with `handles` the caller shows it itself.
 * A read in a component goes through `queryOf` (queries.ts), so that it is cached and shared.
 */
export const api: Api = buildClient<keyof Calls>(wire)

export type { ApiCall } from './build-client.ts'
export type { CallOptions } from './send.ts'
