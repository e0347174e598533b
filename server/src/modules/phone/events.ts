import { BAG_ACTION_LABELS } from '@huanji/contract/features/inspection/labels'
import { AUCTION_MODE_LABELS } from '@huanji/contract/features/listing/labels'
import type { phoneLife } from '@huanji/contract/features/phone/calls'
import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { findCarrier } from '@huanji/domain/carriers'
import { billTypeLabel } from '@huanji/domain/fees/bill-types'
import { signedFen } from '@huanji/domain/fees/proceeds'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { refundKind } from '@huanji/domain/refunds/kinds'
import { confirmedDifference, receiptDifferences } from '@huanji/domain/refunds/receipt'
import { RECHECK_OUTCOMES } from '@huanji/domain/refunds/recheck'
import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { stateLabel } from '@huanji/domain/states/transition'
import type * as z from 'zod'
import type { BillOfOrder } from '../bill/store.ts'
import type {
  bagsOf,
  LifeBid,
  LifeCase,
  LifeInspection,
  LifeMove,
  LifeOffer,
  LifeReceipt,
  LifeRun,
  LifeSale,
  LifeUnit,
} from './store.ts'

/** What happened to a phone, before rights are looked at. */
export type LifeEvent = z.output<typeof phoneLife>['events'][number]

type Draft = Pick<LifeEvent, 'eventId' | 'at' | 'part' | 'unitId' | 'title'> & Partial<LifeEvent>

const event = (draft: Draft): LifeEvent => ({
  text: '',
  who: '',
  subjectId: null,
  channel: null,
  priceFen: null,
  amountFen: null,
  ...draft,
})

/** Parts of a sentence that are there. */
const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ')

/** What people note for each other may name a buyer, and is read where it was written. */
const told = (moves: readonly LifeMove[]) => moves.filter(({ action }) => action !== 'remark')

const moveId = ({ subjectId, sequence }: LifeMove) => `move ${subjectId} ${sequence}`

/** Each time that the phone came into stock. */
export const unitEvents = (units: readonly LifeUnit[]): LifeEvent[] =>
  units.map(({ unitId, barCode, createdAt }, index) =>
    event({
      eventId: `unit ${unitId}`,
      at: createdAt,
      part: 'unit',
      unitId,
      title: index === 0 ? '入库' : '再次入库',
      text: `条码 ${barCode}`,
    }),
  )

/** The inspections, by what their histories say. */
export function inspectionEvents(inspections: readonly LifeInspection[], moves: readonly LifeMove[]): LifeEvent[] {
  const byId = new Map(inspections.map((one) => [one.inspectionId, one]))
  return told(moves).flatMap((move) => {
    const record = byId.get(move.subjectId)
    if (!record) return []
    const { unitId, inspectionNo, channel, grade, overrideReason } = record
    const isGraded = move.action === 'submit' && grade !== null
    const lowered = isGraded && overrideReason !== '' ? `改判：${overrideReason}` : ''
    return event({
      eventId: moveId(move),
      at: move.at,
      part: 'inspection',
      unitId,
      who: move.who,
      title: move.actionLabel,
      text: joined(inspectionNo, isGraded ? GRADE_LABELS[grade] : '', lowered, move.note),
      subjectId: move.subjectId,
      channel,
    })
  })
}

/** What happened to its bags. */
export const bagEvents = (bags: Awaited<ReturnType<typeof bagsOf>>): LifeEvent[] =>
  bags.map(({ recordId, at, unitId, action, bagCode, note, who }) =>
    event({
      eventId: `bag ${recordId}`,
      at,
      part: 'bag',
      unitId,
      who: who ?? '系统',
      title: `${BAG_ACTION_LABELS[action]}封袋`,
      text: joined(bagCode, note),
    }),
  )

/** Where it was offered, and what became of it there. */
export function listingEvents(offers: readonly LifeOffer[], moves: readonly LifeMove[]): LifeEvent[] {
  const published = offers.map(({ listingId, unitId, createdAt, channel, shopName, priceFen, createdBy, title }) =>
    event({
      eventId: `listing ${listingId} ${unitId}`,
      at: createdAt,
      part: 'listing',
      unitId,
      title: '建立商品',
      text: joined(CHANNEL_LABELS[channel], shopName, title),
      who: createdBy ?? '',
      subjectId: listingId,
      channel,
      priceFen,
    }),
  )
  const changed = told(moves).flatMap((move) =>
    offers
      .filter(({ listingId }) => listingId === move.subjectId)
      .map(({ listingId, unitId, channel }) =>
        event({
          eventId: `${moveId(move)} ${unitId}`,
          at: move.at,
          part: 'listing',
          unitId,
          who: move.who,
          title: move.actionLabel,
          text: move.note,
          subjectId: listingId,
          channel,
        }),
      ),
  )
  return [...published, ...changed]
}

/** An offer as somebody may know it: its amount is null where they may not. */
type KnownBid = Omit<LifeBid, 'amountFen'> & { readonly amountFen: number | null }

/** Its runs in sessions with their offers; `bids` has none of a sealed session that runs. */
export function auctionEvents(
  offers: readonly LifeOffer[],
  runs: readonly LifeRun[],
  bids: readonly KnownBid[],
): LifeEvent[] {
  const runsById = new Map(runs.map((run) => [run.entryId, run]))
  const ofListing = Map.groupBy(offers, ({ listingId }) => listingId)
  const entered = runs.flatMap(({ entryId, listingId, createdAt, state, mode, ...run }) =>
    (ofListing.get(listingId) ?? []).map(({ unitId, channel }) =>
      event({
        eventId: `run ${entryId} ${unitId}`,
        at: createdAt,
        part: 'auction',
        unitId,
        title: '报名场次',
        text: joined(
          `${run.scheduleDate} 第${run.scheduleNumber}场`,
          AUCTION_MODE_LABELS[mode],
          stateLabel(AUCTION_ENTRY_STATES, state),
        ),
        subjectId: listingId,
        channel,
        priceFen: run.startPriceFen,
      }),
    ),
  )
  const offered = bids.flatMap(({ entryId, sequence, at, bidder, amountFen, kind, result }) => {
    const run = runsById.get(entryId)
    return (run ? (ofListing.get(run.listingId) ?? []) : []).map(({ unitId, listingId, channel }) =>
      event({
        eventId: `bid ${entryId} ${sequence} ${unitId}`,
        at,
        part: 'auction',
        unitId,
        title: kind || '出价',
        text: result,
        who: bidder,
        subjectId: listingId,
        channel,
        priceFen: amountFen,
      }),
    )
  })
  return [...entered, ...offered]
}

/** Who bought it, for how much, and what became of the order. `dealOf` is the phone's own part of the deal. */
export function orderEvents(
  sales: readonly LifeSale[],
  moves: readonly LifeMove[],
  dealOf: (sale: LifeSale) => number | null,
): LifeEvent[] {
  const ordered = sales.map((sale) => {
    const { orderId, unitId, orderNo, orderedAt, channel, shopName, buyerNick, unitCount } = sale
    return event({
      eventId: `order ${orderId} ${unitId}`,
      at: orderedAt,
      part: 'order',
      unitId,
      title: '下单',
      who: buyerNick,
      text: joined(orderNo, CHANNEL_LABELS[channel], shopName, unitCount > 1 ? `共 ${unitCount} 台` : ''),
      subjectId: orderId,
      channel,
      amountFen: dealOf(sale),
    })
  })
  const changed = told(moves).flatMap((move) =>
    sales
      .filter(({ orderId }) => orderId === move.subjectId)
      .map(({ orderId, unitId, channel, orderNo }) =>
        event({
          eventId: `${moveId(move)} ${unitId}`,
          at: move.at,
          part: 'order',
          unitId,
          who: move.who,
          title: move.actionLabel,
          text: joined(orderNo, move.note),
          subjectId: orderId,
          channel,
        }),
      ),
  )
  return [...ordered, ...changed]
}

const parcelText = (carrierCode: string, waybill: string): string =>
  joined(findCarrier(carrierCode)?.name ?? carrierCode, waybill)

/** The parcels that it left in. */
export const parcelEvents = (sales: readonly LifeSale[]): LifeEvent[] =>
  sales.flatMap(({ orderId, unitId, shippedAt, carrierCode, waybill, channel, bagCode, dispatchState }) =>
    shippedAt === null || dispatchState === 'pending' || dispatchState === 'checked'
      ? []
      : event({
          eventId: `parcel ${orderId} ${unitId}`,
          at: shippedAt,
          part: 'parcel',
          unitId,
          title: '寄出',
          text: joined(parcelText(carrierCode, waybill), bagCode === null ? '' : `封袋 ${bagCode}`),
          subjectId: orderId,
          channel,
        }),
  )

/** The parcels that it came back in, with every difference from what was sold and who took it in knowing of it. */
export const returnEvents = (cases: readonly LifeCase[], receipts: readonly LifeReceipt[]): LifeEvent[] =>
  receipts.map((receipt) => {
    const { refundId, unitId, receivedAt, receivedBy, receivedCode, isSamePhone } = receipt
    const one = cases.find((case_) => case_.refundId === refundId)
    const differences = receiptDifferences({
      soldCode: receipt.soldImei || receipt.soldBarCode,
      soldBagCode: receipt.soldBagCode,
      receivedCode,
      receivedBagCode: receipt.bagCode,
      isSamePhone,
    })
    const hasBag = receipt.bagCode !== '' && receipt.bagCode === receipt.soldBagCode
    return event({
      eventId: `back ${refundId} ${unitId}`,
      at: receivedAt,
      part: 'parcel',
      unitId,
      who: receivedBy,
      title: '退回签收',
      text: joined(
        one ? parcelText(one.returnCarrierCode, one.returnWaybill) : '',
        hasBag ? `封袋 ${receipt.bagCode}` : '',
        ...differences.map((difference) => confirmedDifference(difference, receivedBy)),
      ),
      channel: one?.channel ?? null,
    })
  })

const outcomeLabel = (code: string): string => RECHECK_OUTCOMES.find((one) => one.code === code)?.label ?? code

/** Its after-sale cases, by what their histories say, and how it was found when it came back. */
export function caseEvents(
  sales: readonly LifeSale[],
  cases: readonly LifeCase[],
  moves: readonly LifeMove[],
  receipts: readonly LifeReceipt[],
): LifeEvent[] {
  const unitsOf = (orderId: string) => sales.filter((sale) => sale.orderId === orderId).map(({ unitId }) => unitId)
  const opened = cases.flatMap(({ refundId, refundNo, orderId, kind, reason, openedAt, channel, amountFen }) =>
    unitsOf(orderId).map((unitId) =>
      event({
        eventId: `case ${refundId} ${unitId}`,
        at: openedAt,
        part: 'refund',
        unitId,
        who: '买家',
        title: '申请售后',
        text: joined(refundNo, refundKind(kind).label, reason),
        subjectId: refundId,
        channel,
        amountFen: amountFen === 0 ? null : -amountFen,
      }),
    ),
  )
  const changed = told(moves).flatMap((move) => {
    const one = cases.find(({ refundId }) => refundId === move.subjectId)
    return (one ? unitsOf(one.orderId) : []).map((unitId) =>
      event({
        eventId: `${moveId(move)} ${unitId}`,
        at: move.at,
        part: 'refund',
        unitId,
        who: move.who,
        title: move.actionLabel,
        text: move.note,
        subjectId: move.subjectId,
        channel: one?.channel ?? null,
      }),
    )
  })
  const checked = receipts.flatMap(({ refundId, unitId, recheckedAt, recheckedBy, outcomes, recheckNote }) =>
    recheckedAt === null
      ? []
      : event({
          eventId: `recheck ${refundId} ${unitId}`,
          at: recheckedAt,
          part: 'refund',
          unitId,
          title: '退货复检',
          who: recheckedBy ?? '',
          subjectId: refundId,
          text: joined(...(outcomes ?? []).map(outcomeLabel), recheckNote),
          channel: cases.find((one) => one.refundId === refundId)?.channel ?? null,
        }),
  )
  return [...opened, ...changed, ...checked]
}

/** The bills of its orders; of an order of several phones the whole order's. */
export function billEvents(sales: readonly LifeSale[], bills: readonly BillOfOrder[]): LifeEvent[] {
  const ofOrder = Map.groupBy(sales, ({ orderId }) => orderId)
  return bills
    .filter(({ state }) => state !== 'cancelled')
    .flatMap((bill) =>
      (ofOrder.get(bill.orderId) ?? []).map(({ unitId, unitCount, channel }) =>
        event({
          eventId: `bill ${bill.billId} ${unitId}`,
          at: bill.settledAt ?? bill.occurredAt,
          part: 'bill',
          unitId,
          title: billTypeLabel(bill.type),
          text: joined(bill.billNo, stateLabel(BILL_STATES, bill.state), unitCount > 1 ? '整单' : ''),
          subjectId: bill.orderId,
          channel,
          amountFen: signedFen(bill),
        }),
      ),
    )
}
