import { fen, id } from '@huanji/contract/shapes'
import * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import type { By } from '../../platform/actor.ts'
import { makeRequest } from '../request/commands.ts'
import { findRequest, type RequestRow } from '../request/store.ts'

const skuPrices = z.array(z.strictObject({ skuId: z.string(), priceFen: fen }))

/** What of a listing with a fixed price is to be otherwise; absent fields stay. */
const changes = {
  title: z.string().optional(),
  description: z.string().optional(),
  photoIds: z.array(id).optional(),
  priceFen: fen.optional(),
  skus: skuPrices.optional(),
}

const runPrices = z.strictObject({
  want: z.literal('change_price'),
  /** The run to take back, and the one to put in its place. */
  entryId: id,
  newEntryId: id,
  startPriceFen: z.int(),
  reservePriceFen: z.int(),
})

const edited = z.strictObject({ want: z.enum(['edited', 'change_price']), ...changes })

/**
 * What is asked of the marketplace for a listing: to run in a session (`entryId` names the run, whose row holds session
 * and prices) or to be on sale at its fixed price, to be there at other prices or with other texts, an answer to an offer
 * below the reserve, to be off the shelf, or to be gone.
 */
export const listingRequest = z.union([
  z.strictObject({ want: z.literal('on_sale'), entryId: id.optional() }),
  runPrices,
  edited,
  z.strictObject({ want: z.enum(['offer_accepted', 'offer_refused']), entryId: id }),
  z.strictObject({ want: z.literal('off_shelf') }),
  z.strictObject({ want: z.literal('deleted') }),
])
export type ListingRequest = z.output<typeof listingRequest>
/** Other prices for a run in a session. */
export type RunPriceChange = z.output<typeof runPrices>
/** Other texts, pictures or fixed prices. */
export type ListingEdit = z.output<typeof edited>

/** True for other prices of a run; the same word stands for a fixed price too. */
export const isRunPriceChange = (desired: ListingRequest): desired is RunPriceChange => 'newEntryId' in desired

/** True for other texts, pictures or fixed prices. */
export const isEdit = (desired: ListingRequest): desired is ListingEdit =>
  (desired.want === 'edited' || desired.want === 'change_price') && !isRunPriceChange(desired)

/** Asks the marketplace for a state of a listing, in the transaction that allows it. */
export function requestListing(tx: Tx, listingId: string, desired: ListingRequest, by: By): Promise<void> {
  const { who, now } = by
  return makeRequest(tx, { subject: 'listing', subjectId: listingId, desired, requestedBy: who.employeeId, now })
}

/** The last request for a listing, or null. */
export const requestOfListing = (tx: Tx, listingId: string): Promise<RequestRow | null> =>
  findRequest(tx, { subject: 'listing', subjectId: listingId })
