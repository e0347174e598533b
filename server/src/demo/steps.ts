import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { suggestedReserveFen, suggestedStartFen } from '@huanji/domain/auction/pricing'
import type { Channel } from '@huanji/domain/channel'
import type { SandboxControl } from '@huanji/marketplace/sandbox/options'
import type { Random } from '@huanji/marketplace/sandbox/random'
import type { JobServices } from '../jobs/job.ts'
import { findEntry, openSessions, type SessionRow } from '../modules/auction/store.ts'
import { inspectionsForListing } from '../modules/inspection/commands.ts'
import { referenceOf } from '../modules/listing/references.ts'
import { findListing } from '../modules/listing/store.ts'
import { findOrder, type OrderRecord } from '../modules/order/store.ts'
import type { Actor } from '../platform/actor.ts'
import { type DemoMerchant, ownerOf, personAt } from './merchants.ts'
import type { PhonePlan } from './phones.ts'
import type { PhotoLook } from './placeholder-photos.ts'

/** A photo of one shot, or of one exception that needs one. */
export interface Photo {
  readonly look: PhotoLook
  readonly shows: { readonly position: string } | { readonly itemCode: string; readonly optionCode: string }
}

/** How the people of the demo reach the product. */
export interface ProductAccess {
  /** Makes a call at the history's present moment. @throws Error when it is refused */
  call<S extends CallSpec>(by: Actor, spec: S, payload: InputOf<S>): Promise<OutputOf<S>>
  /** Sends photos and saves them on the record of a photo task. */
  savePhotos(by: Actor, photoTaskId: string, photos: readonly Photo[]): Promise<void>
  /** Tells the marketplace what calls have asked of it since the last time. */
  deliver(): Promise<void>
}

/** Where the history of the demo is made. */
export interface DemoWorld {
  readonly seed: number
  /** Where the history ends, in milliseconds since 1970. */
  readonly endMs: number
  readonly control: SandboxControl
  /** The product's parts, with the history's clock and the stand-in marketplace. */
  readonly services: JobServices
  readonly access: ProductAccess
}

/** One phone at one merchant, and who handles it. */
export interface HandledPhone {
  readonly world: DemoWorld
  readonly merchant: DemoMerchant
  readonly plan: PhonePlan
  readonly channel: Channel
  readonly random: Random
  readonly inspector: Actor
  /** The bag that the phone is sealed in, and one to exchange it for. */
  readonly bagCode: string
  readonly spareBagCode: string
}

type Saved = OutputOf<typeof detRecord.addDetectRecord>

/**
 * Inspects the phone: as a draft, or submitted, with the bag it is sealed in or '' for none.
 * @param draft the record that is gone on with; without, a new one is made
 */
export function inspect(
  phone: HandledPhone,
  intent: 'draft' | 'submit',
  bagCode: string,
  draft?: { readonly inspectionId: string; readonly version: number },
): Promise<Saved> {
  const { world, inspector, plan, channel, merchant } = phone
  const { imei, model, sku, answers } = plan
  const shopAccountId = phone.random.pick(merchant.shopAccountIds)
  const record = { channel, code: { kind: 'imei' as const, imei }, modelId: model.id, sku, answers, shopAccountId }
  const continued = draft === undefined ? {} : { inspectionId: draft.inspectionId, version: draft.version }
  return world.access.call(inspector, detRecord.addDetectRecord, { ...record, ...continued, mode: intent, bagCode })
}

/** What is to be photographed of a record. */
type Wanted = Pick<Saved, 'photoTaskId' | 'missingShots'> & {
  readonly missingDefectPhotos: readonly { readonly itemCode: string; readonly optionCode: string }[]
}

/** Takes the photos that the record must have: of all shots and exceptions, or of the first `shots` alone. */
export async function photograph(
  { world, inspector, plan }: Pick<HandledPhone, 'world' | 'inspector' | 'plan'>,
  saved: Wanted,
  shots?: number,
): Promise<void> {
  const lookOf = (subject: string) => ({ subject, colour: plan.sku.colour, platform: plan.model.platform })
  const defects = shots === undefined ? saved.missingDefectPhotos : []
  const photos = [
    ...defects.map(({ itemCode, optionCode }) => ({ look: lookOf(itemCode), shows: { itemCode, optionCode } })),
    ...saved.missingShots.slice(0, shots).map(({ code }) => ({ look: lookOf(code), shows: { position: code } })),
  ]
  if (photos.length > 0) await world.access.savePhotos(inspector, saved.photoTaskId, photos)
}

/** A listing in its session; times in milliseconds since 1970. */
export interface Run {
  readonly listingId: string
  readonly reserveFen: number
  readonly session: SessionRow
}

/** Enters the phone into the session nearest to `sessionMs` that takes entries; the next delivery tells the marketplace. */
export async function publish(phone: HandledPhone, inspectionId: string, sessionMs: number): Promise<Run> {
  const { world, merchant, random } = phone
  const { access, services } = world
  const now = services.clock.now()
  const { sessions, units } = await services.db.tenant(merchant.merchantId, async (tx) => ({
    sessions: await openSessions(tx, now),
    units: await inspectionsForListing(tx, [inspectionId]),
  }))
  const distance = ({ startsAt }: SessionRow) => Math.abs(Date.parse(startsAt) - sessionMs)
  const [session] = sessions.toSorted((a, b) => distance(a) - distance(b))
  const worthFen = units[0] === undefined ? null : referenceOf(units[0], now)
  if (session === undefined || worthFen === null) throw new Error('there is no session, or no price')
  const opinionFen = Math.round(worthFen * (0.98 + 0.06 * random.share()))
  const reserveFen = suggestedReserveFen(opinionFen)
  const row = {
    inspectionIds: [inspectionId],
    shopAccountId: random.pick(merchant.shopAccountIds),
    scheduleDate: session.scheduleDate,
    scheduleNumber: session.scheduleNumber,
    startPriceFen: suggestedStartFen(opinionFen),
    reservePriceFen: reserveFen,
    priceConfirmed: true,
  }
  const { results } = await access.call(ownerOf(merchant), goods.publish, { channel: 'auction', listings: [row] })
  const [result] = results
  if (!result?.ok || result.listingId === null) throw new Error(`a publication was refused: ${result?.message}`)
  return { listingId: result.listingId, reserveFen, session }
}

/** Takes a listing off the shelf, or deletes it; the next delivery tells the marketplace. */
export async function operate(
  { world, merchant }: HandledPhone,
  { listingId }: Run,
  action: 'off_shelf' | 'delete',
): Promise<void> {
  const { results } = await world.access.call(ownerOf(merchant), goods.operate, { action, rows: [{ listingId }] })
  if (!results[0]?.ok) throw new Error(`${action} was refused: ${results[0]?.message}`)
}

/** The marketplace's number of a run. */
export async function remoteEntryId({ world, merchant }: HandledPhone, { listingId }: Run): Promise<number> {
  const entry = await world.services.db.tenant(merchant.merchantId, async (tx) => {
    const entryId = (await findListing(tx, listingId))?.entryId ?? null
    return entryId === null ? null : findEntry(tx, entryId)
  })
  return Number(entry?.remoteEntryId)
}

/** Offers before the winning one, as shares of it; each is enough of a step above the one before. */
const OFFERS = [0.87, 0.92, 0.97]
const BUYERS = 100

/** Ends the auction, and gives the order where somebody won. */
export async function conclude(
  phone: HandledPhone,
  run: Run,
  outcome: { readonly priceFen: number | null; readonly isOffer?: boolean },
): Promise<OrderRecord | null> {
  const { merchant, random } = phone
  const { control, services } = phone.world
  const entryId = await remoteEntryId(phone, run)
  const { priceFen } = outcome
  const offers =
    priceFen === null || outcome.isOffer
      ? []
      : OFFERS.slice(random.whole(0, 2)).map((share) => Math.round(priceFen * share))
  for (const [index, amountFen] of offers.entries()) {
    control.placeBid({ entryId, buyer: (random.whole(0, BUYERS - 1) + index * BUYERS) % (2 * BUYERS), amountFen })
  }
  control.concludeEntry(entryId, outcome)
  await control.advance(0)
  const { list } = await services.marketplace.queryEntries(merchant.sellerId, { entry_id: entryId })
  const orderNo = list[0]?.order_no ?? null
  return orderNo === null ? null : services.db.tenant(merchant.merchantId, (tx) => findOrder(tx, { orderNo }))
}

/** Packs the phone and sends it; the next delivery tells the marketplace. */
export async function ship({ world, merchant, plan, random, bagCode }: HandledPhone, orderId: string): Promise<void> {
  const digits = String(random.whole(10_000_000, 99_999_999)) + String(plan.number).padStart(5, '0')
  const [carrierCode, waybill] = random.pick([
    ['SF', `SF${digits}`],
    ['JD', `JD${digits}`],
    ['YTO', `YT${digits}`],
  ] as const)
  const scans = [{ unitCode: plan.imei, bagCode }]
  const by = personAt(merchant, merchant.shipper)
  await world.access.call(by, auctionOrder.delivery, { orderId, carrierCode, waybill, scans })
}
