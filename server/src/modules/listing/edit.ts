import type { ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/features/listing/goods'
import { contentProblem, photoChoiceProblem } from '@huanji/domain/listing-texts'
import { formatFen } from '@huanji/domain/money'
import type { ListingState } from '@huanji/domain/states/listing'
import type { AuditEntry, AuditFacts } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { publicPhotosOf } from '../inspection/photo/store.ts'
import { lockFor } from './lock.ts'
import { recordRequest } from './operate.ts'
import { saneChanges, writePrices } from './operate-curated.ts'
import type { FixedPrice } from './prices.ts'
import { requireTitle } from './publish.ts'
import { type ListingEdit, requestListing } from './request.ts'
import { type Listing, setListingFacts, unitsOfListing } from './store.ts'

type Edit = ParsedOf<typeof goods.edit>

const ON_SHELF: readonly ListingState[] = ['on_sale', 'sold_out']

/** Texts and pictures that would change. */
interface Content {
  readonly title?: string
  readonly description?: string
  readonly photoIds?: readonly string[]
}

/** Writes texts and pictures into a listing's row. */
export async function writeContent(tx: Tx, listing: Listing, content: Content, now: Date): Promise<void> {
  const { title, description, photoIds } = content
  const cover = photoIds?.[0]
  const coverKey = cover === undefined ? undefined : await thumbOf(tx, listing.listingId, cover)
  const facts = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description, contentEdited: true }),
    ...(photoIds === undefined ? {} : { photoOrder: photoIds }),
    ...(coverKey === undefined ? {} : { coverKey }),
  }
  if (Object.keys(facts).length > 0) await setListingFacts(tx, listing.listingId, facts, now)
}

async function publicPhotosOfListing(tx: Tx, listingId: string) {
  const units = await unitsOfListing(tx, listingId)
  return publicPhotosOf(
    tx,
    units.map((unit) => unit.inspectionId),
  )
}

async function thumbOf(tx: Tx, listingId: string, photoId: string): Promise<string | undefined> {
  const photos = await publicPhotosOfListing(tx, listingId)
  return photos.find((photo) => photo.photoId === photoId)?.thumbKey
}

async function changedContent(tx: Tx, listing: Listing, asked: Edit): Promise<Content> {
  const { title, content, photoIds } = asked
  if (title !== undefined) requireTitle(title, [{ grade: listing.grade ?? 'X' }])
  const fault = content === undefined ? null : contentProblem(content)
  if (fault !== null) refuse('CONTENT_INVALID', { message: fault }, { field: 'content' })
  if (photoIds !== undefined) {
    const known = new Set((await publicPhotosOfListing(tx, listing.listingId)).map((photo) => photo.photoId))
    const problem = photoChoiceProblem(photoIds, known)
    if (problem !== null) refuse('PHOTO_CHOICE_INVALID', { message: problem }, { field: 'photoIds' })
  }
  const isSameOrder = JSON.stringify(photoIds) === JSON.stringify(listing.photoOrder)
  return {
    ...(title === undefined || title === listing.title ? {} : { title }),
    ...(content === undefined || content === listing.description ? {} : { description: content }),
    ...(photoIds === undefined || isSameOrder ? {} : { photoIds }),
  }
}

function changeFacts(listing: Listing, content: Content, prices: readonly FixedPrice[]) {
  const before: Record<string, string> = {}
  const after: Record<string, string> = {}
  if (content.title !== undefined) [before.商品, after.商品] = [listing.title, content.title]
  if (content.description !== undefined) [before.描述, after.描述] = ['原描述', '已修改']
  if (content.photoIds !== undefined) {
    before.图片 = listing.photoOrder === null ? '按拍摄顺序' : `${listing.photoOrder.length}张`
    after.图片 = `${content.photoIds.length}张，重新排序`
  }
  for (const { skuId, priceFen, oldPriceFen } of prices) {
    before[`售价 ${skuId}`] = formatFen(oldPriceFen ?? 0)
    after[`售价 ${skuId}`] = formatFen(priceFen)
  }
  return { before: before as AuditFacts, after: after as AuditFacts }
}

/** What an edit of this listing came to: null where nothing changed. */
export async function editListing(tx: Tx, asked: Edit, by: By): Promise<AuditEntry | null> {
  const { listing } = await lockFor(tx, asked, 'edit', by.now)
  if (listing.channel === 'auction' && (asked.priceFen !== undefined || asked.skus !== undefined)) {
    return refuse('PRICE_INVALID', { message: '竞拍商品的价格在报名或重新上架时填写' }, { field: 'priceFen' })
  }
  const content = await changedContent(tx, listing, asked)
  const prices = await saneChanges(tx, listing, asked, by)
  if (Object.keys(content).length === 0 && prices.length === 0) return null
  await recordRequest(tx, listing, 'edit', '编辑商品', by)
  if (ON_SHELF.includes(listing.state)) await requestListing(tx, listing.listingId, editOf(content, prices), by)
  else {
    await writeContent(tx, listing, content, by.now)
    await writePrices(tx, listing, prices, by.now)
  }
  const { before, after } = changeFacts(listing, content, prices)
  return { subject: 'listing', subjectId: listing.listingId, subjectLabel: listing.title, before, after }
}

function editOf({ title, description, photoIds }: Content, prices: readonly FixedPrice[]): ListingEdit {
  return {
    want: 'edited',
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(photoIds === undefined ? {} : { photoIds: [...photoIds] }),
    ...(prices.length === 0 ? {} : { skus: prices.map(({ skuId, priceFen }) => ({ skuId, priceFen })) }),
  }
}
