import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import { PHOTOS_MAX } from '@huanji/domain/listing-texts'
import type { Tx } from '../database/database.ts'
import { addressesToChoose } from '../modules/address/store.ts'
import { findModel } from '../modules/catalogue/known.ts'
import { inspectionsForListing } from '../modules/inspection/commands.ts'
import { publicPhotosOf } from '../modules/inspection/photo/store.ts'
import type { ListableInspection } from '../modules/inspection/store.ts'
import { type Listing, unitsOfListing } from '../modules/listing/store.ts'
import { chosenSpu } from '../modules/model-mapping/store.ts'
import { findShop } from '../modules/shop/store.ts'

/** What the marketplace is told of a listing of either channel, read in one transaction. */
export interface ListingContent {
  readonly listingId: string
  readonly listing: Listing
  readonly sellerId: number
  readonly userName: string
  readonly itemBizTypes: readonly number[]
  /** The district code of the default ship-from address, or null without one. */
  readonly districtCode: string | null
  /** The pictures that buyers see, in their order. */
  readonly photoKeys: readonly string[]
  /** The model of all its units, or null where they are of several, or of one that is known no more. */
  readonly model: CatalogueModel | null
  /** The marketplace's model that a person chose for it, or null. */
  readonly chosenSpuId: string | null
  /** The phones behind it; of stock the one whose photographs and report stand for all. */
  readonly inspections: readonly ListableInspection[]
}

/** Whose pictures and reports a listing shows: all its phones', of stock those of one that stands for all. */
async function shownInspections(tx: Tx, listing: Listing): Promise<string[]> {
  const units = await unitsOfListing(tx, listing.listingId)
  if (listing.kind === 'single') return units.map((unit) => unit.inspectionId)
  const sample = units.find((unit) => unit.holding) ?? units[0]
  return sample ? [sample.inspectionId] : []
}

/** The pictures that buyers see: those a person chose, in their order, or all in the order of the shots. */
export async function photoKeysOf(
  tx: Tx,
  inspectionIds: readonly string[],
  order: readonly string[] | null,
): Promise<string[]> {
  const photos = await publicPhotosOf(tx, inspectionIds)
  const chosen = order?.flatMap((id) => photos.filter((photo) => photo.photoId === id)) ?? []
  // what was chosen may have been taken anew since
  const shown = chosen.length > 0 ? chosen : photos
  return shown.slice(0, PHOTOS_MAX).map((photo) => photo.fullKey)
}

/** What the marketplace is told of a listing, or null without a shop. `order` stands for the pictures that it has. */
export async function readListingContent(
  tx: Tx,
  listing: Listing,
  now: Date,
  order: readonly string[] | null = listing.photoOrder,
): Promise<ListingContent | null> {
  const shop = await findShop(tx, listing.shopAccountId, now)
  if (!shop) return null
  const ids = await shownInspections(tx, listing)
  const inspections = await inspectionsForListing(tx, ids)
  const all = listing.kind === 'stock' ? await photoOwners(tx, listing) : ids
  const [address] = await addressesToChoose(tx, 'ship')
  const [modelId = null, ...others] = [...new Set(inspections.map((unit) => unit.modelId))]
  return {
    listingId: listing.listingId,
    listing,
    sellerId: shop.sellerId,
    userName: shop.userName,
    itemBizTypes: shop.itemBizTypes,
    districtCode: address?.regionCode ?? null,
    photoKeys: await photoKeysOf(tx, order === null ? ids : all, order),
    model: modelId !== null && others.length === 0 ? await findModel(tx, modelId) : null,
    chosenSpuId: modelId === null ? null : ((await chosenSpu(tx, modelId))?.spuId ?? null),
    inspections,
  }
}

/** Whose photographs a person could choose from. */
async function photoOwners(tx: Tx, listing: Listing): Promise<string[]> {
  return (await unitsOfListing(tx, listing.listingId)).map((unit) => unit.inspectionId)
}
