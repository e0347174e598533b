import { extListing } from '@huanji/contract/calls/goods'
import { type HandlerGroup, handlers } from '../../gateway/handler.ts'
import { setCosts } from '../listing/costs.ts'
import { giveUpRequest, repeatRequest } from './decisions.ts'
import type { DesiredKey } from './store.ts'

const LISTING = (subjectId: string): DesiredKey => ({ subject: 'listing', subjectId })

/** What was asked of the marketplace for a listing: repeated by hand while it waits or was refused, or given up; and what its phones cost. */
export const desiredStateGroups: readonly HandlerGroup[] = [
  handlers(extListing, {
    retry: (context, { listingId }) => repeatRequest(context, LISTING(listingId), extListing.retry.title),
    giveUp: (context, { listingId }) => giveUpRequest(context, LISTING(listingId), extListing.giveUp.title),
    setCost: setCosts,
  }),
]
