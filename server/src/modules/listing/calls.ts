import type { OutputOf } from '@huanji/contract/call'
import { auctionSessions, goods, listingHandling } from '@huanji/contract/features/listing/goods'
import type { AuditEntry } from '../../audit/entry.ts'
import { savepoint } from '../../database/database.ts'
import { Refusal } from '../../errors/refusal.ts'
import { NO_REFUSAL, rowRefusal } from '../../errors/told-refusal.ts'
import { type CallContext, handlers } from '../../gateway/handler.ts'
import { openSessions, sessionsRefreshedAt } from '../auction/store.ts'
import { giveUpRequest, repeatRequest } from '../request/decisions.ts'
import type { RequestKey } from '../request/store.ts'
import { askRetakeOf } from './ask-retake.ts'
import { batchInfo } from './batch-info.ts'
import { setCosts } from './costs.ts'
import { editListing } from './edit.ts'
import { lockFor } from './lock.ts'
import { operateRow } from './operate.ts'
import { levelPrices, priceRanges, priceRules } from './price-help.ts'
import { publishRow } from './publish.ts'
import { publishCuratedRow } from './publish-curated.ts'
import { readDetail, readList, readListable, readOutIds, readStatus } from './reading.ts'

type RowResult = OutputOf<typeof goods.publish>['results'][number]

/**
 * Does one row of a bulk call under a savepoint: a refusal undoes that row alone and becomes its result; anything else
 * that goes wrong ends the call. What was done is recorded in the audit log.
 */
async function rowResult(
  { tx, actor, audit }: Pick<CallContext, 'tx' | 'actor' | 'audit'>,
  listingId: string | null,
  work: () => Promise<AuditEntry>,
): Promise<RowResult> {
  try {
    const entry = await savepoint(tx, work)
    audit(entry)
    return { ok: true, listingId: entry.subjectId, ...NO_REFUSAL }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ok: false, listingId, ...rowRefusal(error, actor) }
  }
}

/** The calls of the goods on sale (docs/specification.md §7; docs/domain.md §5, §6). */
export const goodsCalls = handlers(goods, {
  list: readList,
  detail: (context, { listingId }) => readDetail(context, listingId),
  listable: readListable,
  status: (context, { listingIds }) => readStatus(context, listingIds),
  outIdMap: readOutIds,
  batchInfo: batchInfo,
  levelPrices: levelPrices,
  priceRange: priceRanges,
  priceRule: priceRules,

  publish: async (context, input) => {
    const { tx, actor, now, audit } = context
    const by = { who: actor, now }
    const works =
      input.channel === 'auction'
        ? input.listings.map((row) => () => publishRow(tx, row, by))
        : input.listings.map((row) => () => publishCuratedRow(tx, row, by))
    const results: RowResult[] = []
    for (const work of works) results.push(await rowResult(context, null, work))
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

  edit: async (context, input) => {
    const { tx, actor, now, audit } = context
    const entry = await editListing(tx, input, { who: actor, now })
    audit(entry)
    return { listing: await readDetail(context, input.listingId), changed: entry !== null }
  },
})

/** The timetable of the auction market. */
export const auctionSessionsCalls = handlers(auctionSessions, {
  sessions: async ({ tx, now }) => ({
    sessions: await openSessions(tx, now),
    refreshedAt: await sessionsRefreshedAt(tx),
  }),
})

const requestKey = (listingId: string): RequestKey => ({ subject: 'listing', subjectId: listingId })

/** What was asked of the marketplace for a listing: repeated by hand while it waits or was refused, or given up; and what its phones cost. */
export const listingHandlingCalls = handlers(listingHandling, {
  retry: async (context, { listingId }) => {
    await lockFor(context.tx, { listingId }, 'retry', context.now)
    return repeatRequest(context, requestKey(listingId), listingHandling.retry.title)
  },
  giveUp: (context, { listingId }) => giveUpRequest(context, requestKey(listingId), listingHandling.giveUp.title),
  askRetake: askRetakeOf,
  setCost: setCosts,
})
