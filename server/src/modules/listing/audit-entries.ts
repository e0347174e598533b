import type { ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/features/listing/goods'
import { REQUEST_LABELS } from '@huanji/contract/labels'
import { formatFen } from '@huanji/domain/money'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { stateLabel } from '@huanji/domain/states/transition'
import { type AuditEntry, type AuditFacts, differingFacts } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { type EntryRow, findEntry, type SessionRow } from '../auction/store.ts'
import { listingRequest, requestOfListing } from './request.ts'
import { skusOfListing } from './stock-store.ts'
import { findListing } from './store.ts'

type Operation = ParsedOf<typeof goods.operate>

interface Prices {
  readonly startPriceFen: number
  readonly reservePriceFen: number
}

/** As the history of a listing writes it. */
const sessionText = ({ scheduleDate, scheduleNumber }: Pick<SessionRow, 'scheduleDate' | 'scheduleNumber'>) =>
  `${scheduleDate} 第${scheduleNumber}场`

const priceFacts = ({ startPriceFen, reservePriceFen }: Prices): AuditFacts => ({
  起拍价: formatFen(startPriceFen),
  保底价: formatFen(reservePriceFen),
})

/** A listing that was published, as the audit log keeps it. */
export function publication(listing: {
  readonly listingId: string
  readonly title: string
  readonly shopName: string
  readonly session: SessionRow
  readonly prices: Prices
}): AuditEntry {
  const { listingId, title, shopName, session, prices } = listing
  return {
    subject: 'listing',
    subjectId: listingId,
    subjectLabel: title,
    before: null,
    after: { 商品: title, 店铺: shopName, 场次: sessionText(session), ...priceFacts(prices) },
  }
}

/** A listing with a fixed price that was published, as the audit log keeps it. */
export function fixedPricePublication(listing: {
  readonly listingId: string
  readonly title: string
  readonly shopName: string
  readonly skus: readonly { readonly skuText: string; readonly priceFen: number }[]
  readonly unitCount: number
}): AuditEntry {
  const { listingId, title, shopName, skus, unitCount } = listing
  return {
    subject: 'listing',
    subjectId: listingId,
    subjectLabel: title,
    before: null,
    after: { 商品: title, 店铺: shopName, 台数: String(unitCount), 售价: skuPriceText(skus) },
  }
}

const skuPriceText = (skus: readonly { readonly skuText: string; readonly priceFen: number }[]): string =>
  skus.length === 1
    ? formatFen(skus[0]?.priceFen ?? 0)
    : skus.map(({ skuText, priceFen }) => `${skuText} ${formatFen(priceFen)}`).join('；')

/** A listing with its latest run, as the audit log shows it. */
export interface ListingOnRecord {
  readonly title: string
  readonly run: EntryRow | null
  readonly facts: AuditFacts
}

/** How a listing and its latest run stand, or null when the merchant has no such listing. */
export async function listingOnRecord(tx: Tx, listingId: string): Promise<ListingOnRecord | null> {
  const listing = await findListing(tx, listingId)
  if (!listing) return null
  const run = listing.entryId === null ? null : await findEntry(tx, listing.entryId)
  const request = await requestOfListing(tx, listingId)
  const waiting = request?.state === 'pending' ? REQUEST_LABELS[listingRequest.parse(request.desired).want] : null
  const label = stateLabel(LISTING_STATES, listing.state) ?? listing.state
  const state = waiting === null || listing.state === 'publishing' ? label : `${label}（${waiting}）`
  const skus = listing.channel === 'curated' ? await skusOfListing(tx, listingId) : []
  const fixed = skus.length === 0 ? {} : { 售价: skuPriceText(skus), 台数: String(listing.unitCount) }
  const facts = { 状态: state, ...(run ? { 场次: sessionText(run), ...priceFacts(run) } : fixed) }
  return { title: listing.title, run, facts }
}

const OPERATION_LABELS: Readonly<Record<Operation['action'], string>> = {
  off_shelf: '下架',
  relist: '重新上架',
  change_price: '改价',
  delete: '删除',
  restock: '补货',
  accept_offer: '同意议价',
  refuse_offer: '拒绝议价',
}

/** What an operation did to a listing, as the audit log keeps it: what it was, and what of it changed. */
export function operation(
  { action, row }: { readonly action: Operation['action']; readonly row: Operation['rows'][number] },
  before: ListingOnRecord,
  after: ListingOnRecord,
): AuditEntry {
  // our own run has its new prices only when the market has taken them
  const coming = action === 'change_price' ? comingPrices(row, before) : {}
  const changed = differingFacts(before.facts, { ...after.facts, ...coming })
  return {
    subject: 'listing',
    subjectId: row.listingId,
    subjectLabel: before.title,
    before: changed.before,
    after: { 操作: OPERATION_LABELS[action], ...changed.after },
  }
}

/** The prices that the marketplace has still to take. */
function comingPrices(row: Operation['rows'][number], { run }: ListingOnRecord): AuditFacts {
  if (run) return priceFacts({ ...run, ...askedPrices(row) })
  const skus = row.skus?.map(({ skuId, priceFen }) => ({ skuText: skuId, priceFen })) ?? []
  if (row.priceFen !== undefined) return { 售价: formatFen(row.priceFen) }
  return skus.length === 0 ? {} : { 售价: skuPriceText(skus) }
}

function askedPrices({ startPriceFen, reservePriceFen }: Operation['rows'][number]): Partial<Prices> {
  return {
    ...(startPriceFen === undefined ? {} : { startPriceFen }),
    ...(reservePriceFen === undefined ? {} : { reservePriceFen }),
  }
}
