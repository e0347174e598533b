import type { OutputOf } from '@huanji/contract/call'
import { bill } from '@huanji/contract/features/bill/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { sealBag } from '@huanji/contract/features/inspection/sealed-bag'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { phoneLife, type phonePart, type phoneRecord } from '@huanji/contract/features/phone/calls'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { CHANNELS } from '@huanji/domain/channel'
import { shotName } from '@huanji/domain/photos/shots'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { currentTemplate, findItem } from '@huanji/domain/template/template'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { mayRead, rowOf } from '../../platform/field-rights.ts'
import { maySeeOffers } from '../auction/bid-rights.ts'
import { billsOfOrders } from '../bill/store.ts'
import { photoUrl, presentPhoto } from '../inspection/photo/present.ts'
import { type PhotoRow, photoRowsOf } from '../inspection/photo/store.ts'
import { reportPath } from '../inspection/report-address.ts'
import { moneyOfOrders, type OrderMoney } from '../order/margins.ts'
import {
  auctionEvents,
  bagEvents,
  billEvents,
  caseEvents,
  inspectionEvents,
  type LifeEvent,
  listingEvents,
  orderEvents,
  parcelEvents,
  returnEvents,
  unitEvents,
} from './events.ts'
import { type FindingRights, type Phone, phonesBehind } from './finding.ts'
import { standingOf } from './standing.ts'
import {
  bagsOf,
  bidsOfRuns,
  casesOf,
  inspectionsOf,
  type LifeInspection,
  type LifeOffer,
  type LifeSale,
  movesOf,
  offersOf,
  receiptsOf,
  runsOf,
  salesOf,
} from './store.ts'

type Life = z.output<typeof phoneLife>
type Part = z.output<typeof phonePart>

/** So many inspections are answered with their photographs: the newest. */
const ALBUMS_MAX = 20

const CALLS_OF_ORDERS = { auction: auctionOrder.detail, curated: curatedOrder.detail } as const

/** What somebody may read of a phone's life: a part as the list that it comes from. */
interface LifeRights extends FindingRights {
  readonly inspections: boolean
  readonly bags: boolean
  readonly listings: boolean
  readonly bills: boolean
}

function rightsOf(actor: Actor): LifeRights {
  const money = mayRead(actor, 'field:orderMoney')
  return {
    channels: CHANNELS.filter((channel) => isGranted(CALLS_OF_ORDERS[channel].access, actor)),
    cases: isGranted(refund.list.access, actor),
    inspections: isGranted(detRecord.getDetRecordDetails.access, actor),
    bags: isGranted(sealBag.records.access, actor),
    listings: isGranted(goods.detail.access, actor),
    bills: money && isGranted(bill.list.access, actor),
  }
}

function partsOf({ channels, cases, inspections, bags, listings, bills }: LifeRights): Part[] {
  const orders = channels.length > 0
  const held: readonly (readonly [Part, boolean])[] = [
    ...([
      ['unit', true],
      ['inspection', inspections],
      ['bag', bags],
      ['listing', listings],
    ] as const),
    ...([
      ['auction', listings],
      ['order', orders],
      ['parcel', orders],
      ['refund', cases],
      ['bill', bills],
    ] as const),
  ]
  return held.flatMap(([part, isHeld]) => (isHeld ? [part] : []))
}

/** What is read of a phone whoever asks: where it stands follows from it. */
interface Ground extends Phone {
  readonly unitIds: readonly string[]
  readonly sales: readonly LifeSale[]
  readonly offers: readonly LifeOffer[]
}

async function inspectionPart({ tx, services, now, actor }: CallContext, unitIds: readonly string[]) {
  const records = await inspectionsOf(tx, unitIds)
  const ids = records.map(({ inspectionId }) => inspectionId)
  const photos = Map.groupBy(await photoRowsOf(tx, ids.slice(0, ALBUMS_MAX)), (photo) => photo.inspectionId)
  const events = inspectionEvents(records, await movesOf(tx, INSPECTION_STATES.name, ids))
  const inspections = records.map((record) => ({
    ...record,
    reportPath: record.systemGrade === null ? null : reportPath({ ...record, merchantId: actor.merchantId }),
    photos: (photos.get(record.inspectionId) ?? []).map((photo) => ({
      ...presentPhoto(photo, services, now),
      caption: captionOf(photo, record),
    })),
  }))
  return { inspections, events, newest: records[0] ?? null }
}

function captionOf({ position, itemCode, internal }: PhotoRow, { channel }: LifeInspection): string {
  if (position !== null) return `${shotName(position) ?? '实拍图'}${internal ? '（不公开）' : ''}`
  const item = itemCode === null ? null : findItem(currentTemplate(channel, 'full'), itemCode)
  return item ? `${item.name}（瑕疵）` : '瑕疵图'
}

async function listingPart({ tx, actor }: CallContext, offers: readonly LifeOffer[]): Promise<LifeEvent[]> {
  const ids = [...new Set(offers.map(({ listingId }) => listingId))]
  if (ids.length === 0) return []
  const runs = await runsOf(tx, ids)
  // offers are secret while a sealed session runs
  const open = runs.filter(({ mode, state, bidCount }) => bidCount > 0 && !(mode === 'sealed' && state === 'bidding'))
  const bids = await bidsOfRuns(
    tx,
    open.map(({ entryId }) => entryId),
  )
  const shown = new Set(open.filter(({ state }) => maySeeOffers(actor, state)).map(({ entryId }) => entryId))
  const known = bids.map((bid) => (shown.has(bid.entryId) ? bid : { ...bid, amountFen: null }))
  return [...listingEvents(offers, await movesOf(tx, LISTING_STATES.name, ids)), ...auctionEvents(offers, runs, known)]
}

const moneyOfUnit = (money: ReadonlyMap<string, OrderMoney>, { orderId, unitId }: LifeSale) =>
  money.get(orderId)?.units.find(({ unit }) => unit.unitId === unitId)

async function orderPart(tx: Tx, sales: readonly LifeSale[], rights: LifeRights) {
  const mine = sales.filter(({ channel }) => rights.channels.includes(channel))
  const ids = [...new Set(mine.map(({ orderId }) => orderId))]
  const orders = [...new Map(mine.map((sale) => [sale.orderId, sale])).values()]
  const money = await moneyOfOrders(tx, orders)
  const events = [
    ...orderEvents(
      mine,
      await movesOf(tx, ORDER_STATES.name, ids),
      (sale) => moneyOfUnit(money, sale)?.share.dealFen ?? null,
    ),
    ...parcelEvents(mine),
    ...(rights.bills && ids.length > 0 ? billEvents(mine, await billsOfOrders(tx, ids)) : []),
  ]
  return { sales: mine.map((sale) => presentSale(sale, money)), events }
}

function presentSale(sale: LifeSale, money: ReadonlyMap<string, OrderMoney>): Life['sales'][number] {
  const { proceeds } = money.get(sale.orderId) ?? {}
  const mine = moneyOfUnit(money, sale)
  const shown = proceeds && mine ? { state: proceeds.state, ...mine.share, lines: [...mine.share.lines] } : null
  return {
    ...sale,
    shopName: sale.shopName ?? '',
    proceeds: shown,
    costPriceFen: mine?.costPriceFen ?? null,
    marginFen: mine?.marginFen ?? null,
  }
}

async function casePart(tx: Tx, sales: readonly LifeSale[], unitIds: readonly string[]): Promise<LifeEvent[]> {
  const orderIds = [...new Set(sales.map(({ orderId }) => orderId))]
  if (orderIds.length === 0) return []
  const cases = await casesOf(tx, orderIds)
  if (cases.length === 0) return []
  const receipts = await receiptsOf(tx, unitIds)
  const moves = await movesOf(
    tx,
    REFUND_STATES.name,
    cases.map(({ refundId }) => refundId),
  )
  return [...caseEvents(sales, cases, moves, receipts), ...returnEvents(cases, receipts)]
}

const byTime = (one: LifeEvent, other: LifeEvent): number => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)

const lifeAsRead = rowOf(phoneLife)

async function readLife(context: CallContext, ground: Ground): Promise<Life> {
  const { tx, actor, services, now } = context
  const { units, unitIds, sales, offers } = ground
  const rights = rightsOf(actor)
  const inspected = rights.inspections ? await inspectionPart(context, unitIds) : null
  const sold = await orderPart(tx, sales, rights)
  const events = [
    ...unitEvents(units),
    ...(inspected?.events ?? []),
    ...(rights.bags ? bagEvents(await bagsOf(tx, unitIds)) : []),
    ...(rights.listings ? await listingPart(context, offers) : []),
    ...sold.events,
    ...(rights.cases ? await casePart(tx, sales, unitIds) : []),
  ]
  const life = {
    ...nowOf(ground),
    grade: inspected?.newest?.grade ?? null,
    coverUrl: photoUrl(inspected?.newest?.coverKey ?? null, services, now),
    parts: partsOf(rights),
    units: units.map((unit) => ({ ...unit, standing: standingOf(unit, sales, offers) })),
    inspections: inspected?.inspections ?? [],
    sales: sold.sales,
    events: events.toSorted(byTime),
  }
  return lifeAsRead(life, actor)
}

/** What a phone is now. */
const nowOf = ({ now, sales, offers }: Ground) => ({ ...now, standing: standingOf(now, sales, offers) })

/** The phones that a code leads to, and the whole life of the one where it is one. Refuses as `phonesBehind` does. */
export async function lifeOf(context: CallContext, code: string): Promise<OutputOf<typeof phoneRecord.life>> {
  const { tx, actor } = context
  const phones = await phonesBehind(tx, code, rightsOf(actor))
  const all = phones.flatMap(({ units }) => units.map(({ unitId }) => unitId))
  const [sales, offers] = [await salesOf(tx, all), await offersOf(tx, all)]
  const grounds = phones.map((phone) => ({ ...phone, unitIds: phone.units.map(({ unitId }) => unitId), sales, offers }))
  const [only, ...others] = grounds
  return {
    phones: grounds.map(nowOf).map(({ unitId, barCode, imei, modelName, skuText, standing }) => ({
      unitId,
      barCode,
      imei,
      modelName,
      skuText,
      standing,
    })),
    life: only && others.length === 0 ? await readLife(context, only) : null,
  }
}
