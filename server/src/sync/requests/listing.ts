import type { Channel } from '@huanji/domain/channel'
import { isEdit, isRunPriceChange, type ListingRequest, listingRequest } from '../../modules/listing/request.ts'
import { findListing } from '../../modules/listing/store.ts'
import { answerOffer, changeRunPrice, publishRun, takeRunOff } from '../auction-listing.ts'
import { editCurated, publishCurated, takeCuratedOff } from '../curated-listing.ts'
import { deleteListing } from '../listing-deletion.ts'
import type { RequestWork } from '../listing-work.ts'
import { type Answer, type OpenRequest, requestKind } from './kind.ts'

/** A request for a listing with all that telling the marketplace takes. */
interface OpenListingRequest extends OpenRequest<ListingRequest> {
  readonly channel: Channel
}

async function carryOut(work: RequestWork, { content, channel }: OpenListingRequest): Promise<Answer | null> {
  if (content.want === 'deleted') return deleteListing(work)
  if (content.want === 'off_shelf') return channel === 'curated' ? takeCuratedOff(work) : takeRunOff(work)
  if (content.want === 'offer_accepted' || content.want === 'offer_refused') {
    return answerOffer(work, content.entryId, content.want === 'offer_accepted')
  }
  if (isRunPriceChange(content)) return changeRunPrice(work, content)
  if (isEdit(content)) await editCurated(work, content)
  else if (content.entryId === undefined) await publishCurated(work)
  else await publishRun(work, content.entryId)
  return null
}

/**
 * What is asked for a listing. Each of its steps looks first whether an earlier attempt has done it, and what the
 * marketplace shows then answers (`observeListing`, requests/listing-answer.ts).
 */
export const listing = requestKind<ListingRequest, OpenListingRequest>({
  subject: 'listing',
  schema: listingRequest,
  read: async (tx, open) => {
    const found = await findListing(tx, open.request.subjectId)
    return found && { ...open, channel: found.channel }
  },
  tell: ({ services, merchantId }, open) => {
    const { subjectId: listingId, generation, requestedAt } = open.request
    const seller = { merchantId, sellerId: open.sellerId }
    return carryOut({ services, seller, listingId, generation, requestedAt }, open)
  },
})
