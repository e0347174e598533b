import { checkSentWaybill, findCarrier } from '@huanji/domain/carriers'
import { formatShanghai } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { holdNames } from '../../database/held-names.ts'
import { everyShop } from '../../database/shop-bound.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { later } from '../../platform/clock.ts'
import { unitsByAnyCode } from '../inspection/unit-store.ts'
import { hasOrder, parcelsUnder, type SentParcel } from './shared-waybill-store.ts'

/** Carriers give their numbers out again after a year or more: within these days one number is one parcel. */
const SAME_PARCEL_DAYS = 30
const DAY_MS = 24 * 3_600_000

/** Who a parcel goes to. */
export type Recipient = Pick<SentParcel, 'buyerId' | 'buyerNick'>

/** True for two orders of one buyer, which may travel together. */
export const isSameBuyer = (one: Recipient, other: Recipient): boolean =>
  one.buyerId === other.buyerId && (one.buyerId !== '' || one.buyerNick === other.buyerNick)

/** A number that is to be sent, and whether a person said that it is right although another buyer's parcel has it. */
export interface SentNumber {
  readonly carrierCode: string
  readonly waybill: string
  readonly confirmSharedWaybill: boolean
}

/**
 * Holds numbers that are about to be sent, so that of two who send one at the same moment the second sees the first's. To be
 * called before orders and cases are locked.
 */
export async function holdNumbers(tx: Tx, waybills: readonly string[]): Promise<void> {
  const numbers = waybills.map(checkSentWaybill).flatMap((checked) => (checked.ok ? [checked.waybill] : []))
  await holdNames(
    tx,
    numbers.map((number) => `waybill ${number}`),
  )
}

/**
 * The label of an order, a phone or a bag that was scanned for the parcel's: no number of ours is a carrier's, whatever its
 * form. Refuses WAYBILL_INVALID, saying what it is.
 */
async function requireCarriersNumber(tx: Tx, waybill: string): Promise<void> {
  const isOrder = await hasOrder(everyShop(tx), waybill)
  if (!isOrder && (await unitsByAnyCode(tx, waybill)).length === 0) return
  const what = isOrder ? '订单号' : '手机或封袋的编号'
  refuse('WAYBILL_INVALID', { message: `这是${what}，不是运单号，请扫面单` }, { field: 'waybill' })
}

/**
 * A label that was scanned twice gives one buyer's number to another, who then sees a stranger's parcel: such a number is
 * held until it is confirmed. The number was taken by `holdNumbers`. Refuses WAYBILL_SHARED, naming the other order, and
 * WAYBILL_INVALID for a number of our own.
 */
export async function requireOwnWaybill(tx: Tx, sent: SentNumber, buyer: Recipient, now: Date): Promise<void> {
  await requireCarriersNumber(tx, sent.waybill)
  if (sent.confirmSharedWaybill) return
  const since = later(now, -SAME_PARCEL_DAYS * DAY_MS).toISOString()
  const other = (await parcelsUnder(everyShop(tx), sent.waybill, since)).find((parcel) => !isSameBuyer(parcel, buyer))
  if (other) throw sharedRefusal(sent, await asSeen(tx, other), formatShanghai(other.sentAt))
}

/** Of a parcel from a shop that the person is not bound to, no more is said than that there is one. */
async function asSeen(tx: Tx, parcel: SentParcel): Promise<SentParcel> {
  return (await hasOrder(tx, parcel.orderNo)) ? parcel : { ...parcel, orderNo: '', buyerNick: '别家店铺' }
}

/** The refusal of a number that another buyer's parcel has; `when` says since when, or where that stands. */
export function sharedRefusal(
  { carrierCode, waybill }: Pick<SentNumber, 'carrierCode' | 'waybill'>,
  { buyerNick: buyer, orderNo }: Pick<SentParcel, 'orderNo' | 'buyerNick'>,
  when: string,
): Refusal {
  const number = `${findCarrier(carrierCode)?.name ?? ''}${waybill}`
  return new Refusal('WAYBILL_SHARED', { number, buyer, orderNo, when }, { field: 'waybill' })
}
