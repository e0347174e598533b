import type { ParsedOf } from '@huanji/contract/call'
import type { listingHandling } from '@huanji/contract/features/listing/goods'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { publicPhotosOf } from '../inspection/photo/store.ts'
import { askRetake } from '../inspection/retake.ts'
import { lockFor } from './lock.ts'
import { type Listing, unitsOfListing } from './store.ts'

/** The phone whose picture stands for the goods; the first one where none does. Refuses NOT_FOUND without any phone. */
async function phoneOfCover({ tx }: Pick<CallContext, 'tx'>, { listingId, coverKey }: Listing): Promise<string> {
  const ids = (await unitsOfListing(tx, listingId)).map(({ inspectionId }) => inspectionId)
  const cover = (await publicPhotosOf(tx, ids)).find(({ thumbKey }) => thumbKey === coverKey)
  return cover?.inspectionId ?? ids[0] ?? refuse('NOT_FOUND', {}, { field: 'listingId' })
}

/** Goods that the marketplace would not publish: their first picture is to be taken anew, which whoever photographs is told. */
export async function askRetakeOf(
  context: CallContext,
  { listingId }: ParsedOf<typeof listingHandling.askRetake>,
): Promise<{ inspectionId: string }> {
  const { tx, actor, now, audit } = context
  const { listing } = await lockFor(tx, { listingId }, 'askRetake', now)
  const inspectionId = await phoneOfCover(context, listing)
  const reason = listing.failure
  await askRetake(tx, { inspectionId, reason }, { who: actor, now })
  audit({
    subject: 'listing',
    subjectId: listingId,
    subjectLabel: listing.title,
    before: null,
    after: { 申请: '请质检员重拍', 原因: reason },
  })
  return { inspectionId }
}
