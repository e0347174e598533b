import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../api/client.ts'
import { pollMs, queryOf, refresh } from '../../../api/queries.ts'
import { isPending } from '../../request/request.tsx'
import { isRunning, useStatuses } from '../running.tsx'
import type { ListingDetail } from '../types.ts'

const PENDING_EVERY_MS = 5000
const WAITING_EVERY_MS = 30_000

/** How soon to look again without the event stream: soon while the marketplace has still to answer, never once all is over. */
function lookAgainMs(listing: ListingDetail | undefined): number | false {
  if (!listing) return false
  if (isPending(listing) || listing.state === 'publishing') return pollMs(PENDING_EVERY_MS)
  return listing.state === 'on_sale' && pollMs(WAITING_EVERY_MS)
}

/** A listing, and while its auction runs the newest bids beside it: the whole of it is asked for again when it has changed. */
export function useLiveListing(listingId: string) {
  const queries = useQueryClient()
  const query = useQuery({
    ...queryOf(api.goods.detail, { listingId }),
    refetchInterval: ({ state }) => lookAgainMs(state.data),
  })
  const listing = query.data
  const status = useStatuses(listing && isRunning(listing) ? [listingId] : []).get(listingId)
  const isNewer = status !== undefined && listing !== undefined && status.version > listing.version
  useEffect(() => {
    if (isNewer) void refresh(queries, api.goods.detail)
  }, [isNewer, queries])
  if (!listing || !status || status.version < listing.version) return query
  const { entry, offerExpiresAt, bids = listing.bids } = status
  // the status tells the newest twenty only
  const earlier = listing.bids.filter(({ sequence }) => !bids.some((bid) => bid.sequence === sequence))
  return { ...query, data: { ...listing, entry, offerExpiresAt, bids: [...earlier, ...bids] } }
}
