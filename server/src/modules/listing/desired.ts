import { id } from '@huanji/contract/shapes'
import * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { requestState } from '../desired-state/commands.ts'
import { type DesiredState, findDesiredState } from '../desired-state/store.ts'

/**
 * What is wanted of the marketplace for a listing: to run in a session (`entryId` names the run, whose row holds session
 * and prices), to run there at other prices, to be off the shelf, or to be gone.
 */
export const desiredListing = z.discriminatedUnion('want', [
  z.strictObject({ want: z.literal('on_sale'), entryId: id }),
  z.strictObject({
    want: z.literal('change_price'),
    /** The run to take back, and the one to put in its place. */
    entryId: id,
    newEntryId: id,
    startPriceFen: z.int(),
    reservePriceFen: z.int(),
  }),
  z.strictObject({ want: z.literal('off_shelf') }),
  z.strictObject({ want: z.literal('deleted') }),
])
export type DesiredListing = z.output<typeof desiredListing>

/** Asks the marketplace for a state of a listing, in the transaction that allows it. */
export function requestListing(
  tx: Tx,
  listingId: string,
  desired: DesiredListing,
  by: { readonly who: Actor; readonly now: Date },
): Promise<void> {
  const { who, now } = by
  return requestState(tx, { subject: 'listing', subjectId: listingId, desired, requestedBy: who.employeeId, now })
}

/** What was last asked for a listing, or null. */
export const desiredListingOf = (tx: Tx, listingId: string): Promise<DesiredState | null> =>
  findDesiredState(tx, { subject: 'listing', subjectId: listingId })
