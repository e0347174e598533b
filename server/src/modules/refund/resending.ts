import type { ParsedOf } from '@huanji/contract/call'
import type { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { hasCode } from '@huanji/domain/orders/unit-codes'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { lockListing } from '../listing/store.ts'
import { shipReplacement } from '../order/replacement.ts'
import { holdNumbers, requireOwnWaybill } from '../order/shared-waybill.ts'
import { requireWaybill } from '../order/shipment.ts'
import { findOrder, lockOrder, type OrderRecord } from '../order/store.ts'
import { soldUnits } from './detail.ts'
import { editRefund, replacementOf } from './edit-store.ts'
import { type HeldRefund, type RefundContext, type Requested, refundFor, requestOf } from './requesting.ts'
import { parcelFacts } from './returning.ts'
import { findRefund, type RefundRecord } from './store.ts'
import { returnedUnits } from './unit-store.ts'

type Input = ParsedOf<typeof refundHandling.resend>

/** The order of a case, held together with its listing, which is always taken first. */
async function lockOrderOf(tx: Tx, refundId: string): Promise<OrderRecord | null> {
  const refund = await findRefund(tx, { refundId })
  const found = refund && (await findOrder(tx, { orderId: refund.orderId }))
  if (!found) return null
  if (found.listingId !== null) await lockListing(tx, found.listingId)
  return lockOrder(tx, { orderId: found.orderId })
}

/**
 * The phone that goes out for the one that came back, by its name; none need be named for an order whose phones are not
 * known. One that was given to the order already goes with another parcel, where the marketplace would not take the first.
 */
async function replace(
  context: RefundContext,
  refund: RefundRecord,
  order: OrderRecord,
  { unitCode, bagCode }: Input,
): Promise<string> {
  const { tx, actor: who, now } = context
  const { refundId, orderId } = refund
  const units = await soldUnits(tx, orderId)
  const sentId = await replacementOf(tx, refundId)
  const sent = units.find(({ unitId }) => unitId === sentId)
  if (sent) {
    if (unitCode !== '' && !hasCode(sent, unitCode)) refuse('REPLACEMENT_NEEDED', {}, { field: 'unitCode' })
    return sent.imei
  }
  if (unitCode === '') return units.length === 0 ? '' : refuse('REPLACEMENT_NEEDED', {}, { field: 'unitCode' })
  const [first] = await returnedUnits(tx, refundId)
  const replaced = units.find(({ unitId }) => unitId === first?.unitId) ?? units[0] ?? null
  const { unitId, text } = await shipReplacement(tx, order, { unitCode, bagCode, replaced }, { who, now })
  await editRefund(tx, refundId, { replacementUnitId: unitId }, now)
  return text
}

/**
 * Sends what ends 换货 or 补发/维修, and has the marketplace told of the parcel. For 换货 another phone of the same kind is given
 * to the order and leaves the stock. Refuses as the contract lists.
 */
export async function resend(context: RefundContext, input: Input): Promise<Requested> {
  await holdNumbers(context.tx, [input.waybill])
  const order = await lockOrderOf(context.tx, input.refundId)
  const { refund }: HeldRefund = await refundFor(context, 'resend', input)
  if (order === null) throw new Error('a case without its order')
  const parcel = requireWaybill(input)
  await requireOwnWaybill(context.tx, { ...input, ...parcel }, order, context.now)
  const phone = refund.kind === 'exchange' ? await replace(context, refund, order, input) : ''
  const facts = { ...parcelFacts(parcel.carrierCode, parcel.waybill), ...(phone === '' ? {} : { 补发手机: phone }) }
  const note = phone === '' ? parcel.waybill : `${parcel.waybill}；${phone}`
  const content = { want: 'goods_resent', state: 'awaiting_resend', ...parcel } as const
  return requestOf(context, refund, { label: '补发', content, note, facts })
}
