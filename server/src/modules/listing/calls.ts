import type { OutputOf } from '@huanji/contract/call'
import { extAuction, goods } from '@huanji/contract/calls/goods'
import { listingColumns } from '@huanji/contract/calls/listing'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import type { AuditEntry } from '../../audit/entry.ts'
import { savepoint } from '../../database/database.ts'
import { withPermittedSort } from '../../database/list-sort.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { type CallContext, handlers } from '../../gateway/handler.ts'
import { bidsOf, openSessions, sessionsRefreshedAt } from '../auction/store.ts'
import { historyOf } from '../history/store.ts'
import { presentPhoto } from '../inspection/photo/present.ts'
import { publicPhotosOf } from '../inspection/photo/store.ts'
import {
  countListableOptions,
  countListingOptions,
  countListings,
  findDetailedListing,
  listListable,
  listListings,
} from './list-store.ts'
import { operateRow } from './operate.ts'
import { presentListable, presentListing, presentListingDetail } from './present.ts'
import { publishRow } from './publish.ts'
import { unitsOfListing } from './store.ts'

type RowResult = OutputOf<typeof goods.publish>['results'][number]

/**
 * Does one row of a bulk call under a savepoint: a refusal undoes that row alone and becomes its result; anything else
 * that goes wrong ends the call. What was done is recorded in the audit log.
 */
async function rowResult(
  { tx, audit }: Pick<CallContext, 'tx' | 'audit'>,
  listingId: string | null,
  work: () => Promise<AuditEntry>,
): Promise<RowResult> {
  try {
    const entry = await savepoint(tx, work)
    audit(entry)
    return { ok: true, listingId: entry.subjectId, refusal: '', message: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ok: false, listingId, refusal: error.code, message: error.message }
  }
}

/** The calls of the goods on sale (docs/specification.md §7; docs/domain.md §5, §6). */
export const goodsCalls = handlers(goods, {
  list: async (context, given) => {
    const { tx, actor } = context
    const filter = withPermittedSort(listingColumns, given, given.state, actor)
    const [page, counts, optionCounts] = await Promise.all([
      listListings(tx, filter),
      countListings(tx, filter),
      countListingOptions(tx, filter),
    ])
    return { ...page, list: page.list.map((listing) => presentListing(listing, context)), counts, optionCounts }
  },

  detail: async (context, { listingId }) => {
    const { tx, services, now } = context
    const listing = await findDetailedListing(tx, listingId)
    if (!listing) return refuse('NOT_FOUND')
    const units = await unitsOfListing(tx, listingId)
    const photos = await publicPhotosOf(
      tx,
      units.map((unit) => unit.inspectionId),
    )
    const isSecret = listing.mode === 'sealed' && listing.entryState === 'bidding'
    const beside = {
      units,
      photos: photos.map((photo) => presentPhoto(photo, services, now)),
      bids: listing.entryId === null || isSecret ? [] : await bidsOf(tx, listing.entryId),
      history: await historyOf(tx, LISTING_STATES.name, listingId),
    }
    return presentListingDetail(listing, beside, context)
  },

  detect_list: async (context, filter) => {
    const { tx } = context
    const [page, optionCounts] = await Promise.all([listListable(tx, filter), countListableOptions(tx, filter)])
    return { ...page, list: page.list.map((unit) => presentListable(unit, context)), optionCounts }
  },

  publish: async (context, { listings }) => {
    const { tx, actor, now, audit } = context
    const results: RowResult[] = []
    for (const row of listings) {
      results.push(await rowResult(context, null, () => publishRow(tx, row, { who: actor, now })))
    }
    if (!results.some(({ ok }) => ok)) audit(null)
    return { results }
  },

  operate: async (context, { action, rows }) => {
    const { tx, actor, now, audit } = context
    const results: RowResult[] = []
    for (const row of rows) {
      results.push(await rowResult(context, row.listingId, () => operateRow(tx, action, row, { who: actor, now })))
    }
    if (!results.some(({ ok }) => ok)) audit(null)
    return { results }
  },
})

/** The timetable of the auction market. */
export const extAuctionCalls = handlers(extAuction, {
  sessions: async ({ tx, now }) => ({
    sessions: await openSessions(tx, now),
    refreshedAt: await sessionsRefreshedAt(tx),
  }),
})
