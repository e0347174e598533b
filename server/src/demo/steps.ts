import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { auctionSessions, goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { suggestedReserveFen, suggestedStartFen } from '@huanji/domain/auction/pricing'
import type { Channel } from '@huanji/domain/channel'
import type { SandboxControl } from '@huanji/marketplace/sandbox/options'
import type { Random } from '@huanji/marketplace/sandbox/random'
import type { JobServices } from '../jobs/job.ts'
import { findEntry } from '../modules/auction/store.ts'
import { inspectionsForListing } from '../modules/inspection/commands.ts'
import { referenceOf } from '../modules/listing/references.ts'
import { findListing } from '../modules/listing/store.ts'
import type { Actor } from '../platform/actor.ts'
import { type DemoMerchant, ownerOf, personAt } from './merchants.ts'
import type { PhonePlan } from './phones.ts'
import { type Body, type Inspection, photograph, type SavedRecord, type Unphotographed } from './trade/inspecting.ts'
import type { Observer, Photographer } from './trade/person.ts'
import { publishAuction } from './trade/selling.ts'

/** How the people of the demo reach the product. */
export interface ProductAccess {
  /** Somebody who makes calls at the history's present moment. */
  as(actor: Actor): Photographer & Observer
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
  readonly inspector: Photographer
  /** The bag that the phone is sealed in, and one to exchange it for. */
  readonly bagCode: string
  readonly spareBagCode: string
}

/** Who owns a merchant, and who packs its parcels, at their work. */
export const ownerAt = (world: DemoWorld, merchant: DemoMerchant) => world.access.as(ownerOf(merchant))
export const shipperAt = (world: DemoWorld, merchant: DemoMerchant) =>
  world.access.as(personAt(merchant, merchant.shipper))

/** Enters the phone and submits it, with the bag it is sealed in or '' for none, but for what is said otherwise. */
export function enter(
  { inspector, merchant, plan, channel, random }: HandledPhone,
  bagCode: string,
  otherwise: Partial<Inspection> = {},
): Promise<SavedRecord> {
  const { imei, model, sku, answers } = plan
  const shopAccountId = random.pick(merchant.shopAccountIds)
  const record = { channel, code: { kind: 'imei' as const, imei }, modelId: model.id, sku, answers, shopAccountId }
  return inspector.call(detRecord.addDetectRecord, { ...record, mode: 'submit', bagCode, ...otherwise })
}

export const bodyOf = ({ sku, model }: PhonePlan): Body => ({ colour: sku.colour, platform: model.platform })

/** Takes the photographs that a record of the phone lacks: of all shots and exceptions, or of the first `shots` alone. */
export const takePhotos = ({ inspector, plan }: HandledPhone, saved: Unphotographed, shots?: number): Promise<void> =>
  photograph(inspector, saved, { shots, body: bodyOf(plan) })

/** A listing in its session; times in milliseconds since 1970. */
export interface Run {
  readonly listingId: string
  readonly reserveFen: number
  readonly endsMs: number
}

/** Enters the phone into the session nearest to `sessionMs` that takes entries; the next delivery tells the marketplace. */
export async function publish(phone: HandledPhone, inspectionId: string, sessionMs: number): Promise<Run> {
  const { world, merchant, random } = phone
  const { db, clock } = world.services
  const owner = ownerAt(world, merchant)
  const { sessions } = await owner.call(auctionSessions.sessions, {})
  const [unit] = await db.tenant(merchant.merchantId, (tx) => inspectionsForListing(tx, [inspectionId]))
  const distance = ({ startsAt }: { readonly startsAt: string }) => Math.abs(Date.parse(startsAt) - sessionMs)
  const [session] = sessions.toSorted((a, b) => distance(a) - distance(b))
  const worthFen =
    unit === undefined ? null : await db.tenant(merchant.merchantId, async (tx) => referenceOf(tx, unit, clock.now()))
  if (session === undefined || worthFen === null) throw new Error('there is no session, or no price')
  const opinionFen = Math.round(worthFen * (0.98 + 0.06 * random.share()))
  const reserveFen = suggestedReserveFen(opinionFen)
  const { scheduleDate, scheduleNumber } = session
  const listingId = await publishAuction(owner, {
    inspectionIds: [inspectionId],
    shopAccountId: random.pick(merchant.shopAccountIds),
    scheduleDate,
    scheduleNumber,
    priceConfirmed: true,
    startPriceFen: suggestedStartFen(opinionFen),
    reservePriceFen: reserveFen,
  })
  return { listingId, reserveFen, endsMs: Date.parse(session.endsAt) }
}

/** Takes a listing off the shelf, or deletes it; the next delivery tells the marketplace. */
export async function operate(
  { world, merchant }: HandledPhone,
  { listingId }: Run,
  action: 'off_shelf' | 'delete',
): Promise<void> {
  const { results } = await ownerAt(world, merchant).call(goods.operate, { action, rows: [{ listingId }] })
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

/** Ends the auction. */
export async function conclude(
  phone: HandledPhone,
  run: Run,
  outcome: { readonly priceFen: number | null; readonly isOffer?: boolean },
): Promise<void> {
  const { random } = phone
  const { control } = phone.world
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
  await shipperAt(world, merchant).call(auctionOrder.delivery, { orderId, carrierCode, waybill, scans })
}
