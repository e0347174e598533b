import { mapGrade } from '@huanji/domain/grading/map'
import type { Tx } from '../database/database.ts'
import { addressesToChoose } from '../modules/address/store.ts'
import { type EntryRow, findEntry } from '../modules/auction/store.ts'
import { inspectionsForListing } from '../modules/inspection/commands.ts'
import { publicPhotosOf } from '../modules/inspection/photo/store.ts'
import { findListing, type Listing, unitsOfListing } from '../modules/listing/store.ts'
import { buildReport } from '../modules/listing/texts.ts'
import { chosenSpu } from '../modules/model-mapping/store.ts'
import { findShop } from '../modules/shop/store.ts'

/** Everything the marketplace is told of a listing, read in one transaction. */
export interface Publication {
  readonly listingId: string
  readonly listing: Listing
  readonly entry: EntryRow
  readonly sellerId: number
  readonly userName: string
  readonly itemBizTypes: readonly number[]
  /** The district code of the default ship-from address, or null without one. */
  readonly districtCode: string | null
  readonly photoKeys: readonly string[]
  /** The catalogue's model of all its units, or null where they are of several. */
  readonly modelId: string | null
  /** The marketplace's model that a person chose for it, or null. */
  readonly chosenSpuId: string | null
  readonly degree: string
  readonly report: ReturnType<typeof buildReport>
}

/** How many pictures a product takes (docs/open-platform.md §3.3). */
const PHOTOS_MAX = 30

/** What is to be published, or null when the listing no longer waits for it: taken off, accepted, or in another run. */
export async function readPublication(
  tx: Tx,
  listingId: string,
  entryId: string,
  now: Date,
): Promise<Publication | null> {
  const listing = await findListing(tx, listingId)
  if (listing?.state !== 'publishing' || listing.entryId !== entryId) return null
  const entry = await findEntry(tx, entryId)
  const shop = await findShop(tx, listing.shopAccountId, now)
  if (entry?.state !== 'scheduled' || !shop) return null
  const ids = (await unitsOfListing(tx, listingId)).map((unit) => unit.inspectionId)
  const inspections = await inspectionsForListing(tx, ids)
  const photos = await publicPhotosOf(tx, ids)
  const [address] = await addressesToChoose(tx, 'ship')
  const [modelId = null, ...others] = [...new Set(inspections.map((unit) => unit.modelId))]
  return {
    listingId,
    listing,
    entry,
    sellerId: shop.sellerId,
    userName: shop.userName,
    itemBizTypes: shop.itemBizTypes,
    districtCode: address?.regionCode ?? null,
    photoKeys: photos.slice(0, PHOTOS_MAX).map((photo) => photo.fullKey),
    modelId: others.length === 0 ? modelId : null,
    chosenSpuId: modelId === null ? null : ((await chosenSpu(tx, modelId))?.spuId ?? null),
    degree: listing.grade === null ? '未分级' : mapGrade(listing.grade).auctionLabel,
    report: buildReport(inspections),
  }
}
