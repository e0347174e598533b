import type { ParsedOf } from '@huanji/contract/call'
import { PLAN_LABELS } from '@huanji/contract/features/refund/labels'
import type { refund as refundCalls } from '@huanji/contract/features/refund/refund-calls'
import { comesBack } from '@huanji/domain/refunds/kinds'
import { isSwapped } from '@huanji/domain/refunds/receipt'
import { claimsSwap, type RefusalFacts, refusalContradiction } from '@huanji/domain/refunds/refusals'
import { regionPath } from '@huanji/domain/regions'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { findAddress } from '../address/store.ts'
import { keepPhotos, type PreparedCasePhotos } from './photos.ts'
import { refusalFacts } from './reasons.ts'
import type { RefundRequest, ReturnAddress } from './request.ts'
import {
  factOf,
  type HeldRefund,
  type RefundContext,
  type Requested,
  refundFor,
  requestOf,
  requestOrApproval,
  requireAmount,
} from './requesting.ts'
import type { RefundRecord } from './store.ts'

type Calls = typeof refundCalls
type RequestTo<Want extends RefundRequest['want']> = Extract<RefundRequest, { readonly want: Want }>

/** A state as a request names it. The rule of the action has seen to it that it is one of them. */
function stateOf<State extends RefundRecord['state']>(state: RefundRecord['state'], states: readonly State[]): State {
  const found = states.find((one) => one === state)
  if (found === undefined) throw new Error(`nothing is asked for a case in ${state}`)
  return found
}

/** Where the buyer is to send the phone. Refuses ADDRESS_NOT_FOUND for what is no return address of the merchant. */
async function returnAddress(tx: Tx, addressId: string): Promise<ReturnAddress> {
  const address = await findAddress(tx, addressId)
  if (address?.kind !== 'return') return refuse('ADDRESS_NOT_FOUND', {}, { field: 'addressId' })
  const [province, city, district] = regionPath(address.regionCode).map(({ name }) => name)
  const { contactName: name, contactPhone: phone, detail } = address
  // where a city has no counties, it stands for its own
  return { name, phone, province: province ?? '', city: city ?? '', district: district ?? city ?? '', detail }
}

/** The address of an agreement: none where nothing travels, and none where it is given later. */
async function addressOf(tx: Tx, refund: RefundRecord, addressId: string): Promise<ReturnAddress | null> {
  if (refund.state === 'awaiting_address' && addressId === '') {
    return refuse('REFUND_ADDRESS_NEEDED', {}, { field: 'addressId' })
  }
  return comesBack(refund) && addressId !== '' ? returnAddress(tx, addressId) : null
}

/**
 * Agrees to what the buyer asks: pays, lets the phone come back, or promises another parcel (docs/domain.md §7.3). Refuses as the
 * contract lists.
 */
export async function agree(context: RefundContext, input: ParsedOf<Calls['agree']>): Promise<Requested> {
  const { refund } = await refundFor(context, 'agree', input)
  const { kind, amountFen } = refund
  requireAmount(context, amountFen, input.amountFen)
  const state = stateOf(refund.state, ['awaiting_merchant', 'awaiting_address'])
  const address = await addressOf(context.tx, refund, input.addressId)
  const content: RequestTo<'refund_agreed'> = { want: 'refund_agreed', state, kind, amountFen, address }
  const label = state === 'awaiting_address' ? '填写退货地址' : '同意售后'
  const facts = address === null ? {} : { 退货地址: `${address.province}${address.city}${address.district}` }
  return requestOrApproval(context, refund, { action: 'agree', label, content, note: input.note, facts })
}

/** What a refusal was prepared with: the reasons that the marketplace takes, and its pictures. */
export interface PreparedRefusal {
  readonly reasons: readonly string[]
  readonly photos: PreparedCasePhotos
}

/** Refuses a reason that contradicts what is known, and one of another phone without a picture unless a person says that there is none. */
function requireTrue({ reason, uploadIds, confirmWithoutPhoto }: ParsedOf<Calls['refuse']>, facts: RefusalFacts): void {
  const why = refusalContradiction(reason, facts)
  if (why !== null) {
    const message = `${why}，不能用“${reason}”拒绝，请换一个原因`
    refuse('REFUND_REASON_INVALID', { message }, { field: 'reason' })
  }
  if (uploadIds.length > 0 || confirmWithoutPhoto) return
  if (claimsSwap(reason) || facts.returned.some(isSwapped)) refuse('REFUND_PHOTO_NEEDED', {}, { field: 'uploadIds' })
}

/** Refuses what the buyer asks, for a reason that the marketplace takes. Refuses as the contract lists. */
export async function refuseClaim(
  context: RefundContext,
  input: ParsedOf<Calls['refuse']>,
  { reasons, photos }: PreparedRefusal,
): Promise<Requested> {
  const { refund } = await refundFor(context, 'refuse', input)
  const { reason, explanation } = input
  if (!reasons.includes(reason)) {
    const message = '该拒绝原因不适用于此订单，请重新选择'
    return refuse('REFUND_REASON_INVALID', { message }, { field: 'reason' })
  }
  requireTrue(input, await refusalFacts(context.tx, refund))
  const photoIds = await keepPhotos(context, refund.refundId, 'refusal', input.uploadIds, photos)
  const state = stateOf(refund.state, ['awaiting_merchant', 'awaiting_receipt'])
  const content: RequestTo<'refund_refused'> = { want: 'refund_refused', state, reason, explanation, photoIds }
  const facts = {
    原因: reason,
    说明: explanation,
    ...factOf('照片数', photoIds.length === 0 ? '' : `${photoIds.length}张`),
  }
  return requestOf(context, refund, { label: '拒绝售后', content, note: reason, facts })
}

/** Refuses to pay for phones that differ or that nobody looked at, unless a person says why they do. */
function requireRechecked({ beside }: HeldRefund, { confirmDifferent, note }: ParsedOf<Calls['confirm']>): void {
  const { goods } = beside
  const unseen = goods.receivedCount - goods.recheckedCount
  if (unseen === 0 && goods.differentCount === 0 && goods.receivedCount > 0) return
  if (!confirmDifferent) {
    if (goods.unitCount === 0) {
      const message = '订单没有登记手机，无法核对，请确认后填写原因'
      refuse('REFUND_REASON_INVALID', { message }, { field: 'confirmDifferent' })
    }
    if (unseen > 0) refuse('REFUND_NOT_RECHECKED', { count: unseen })
    const message = '退回的不是原机，或和售出时不同，请确认后填写原因'
    refuse('REFUND_REASON_INVALID', { message }, { field: 'confirmDifferent' })
  }
  if (note === '') refuse('REFUND_REASON_INVALID', { message: '请填写原因' }, { field: 'note' })
}

/** Confirms that the phone is back: the marketplace pays, or for 换货 waits for the other phone. Refuses as the contract lists. */
export async function confirmReceipt(context: RefundContext, input: ParsedOf<Calls['confirm']>): Promise<Requested> {
  const held = await refundFor(context, 'confirm', input)
  const { refund } = held
  const { kind, amountFen } = refund
  requireAmount(context, amountFen, input.amountFen)
  requireRechecked(held, input)
  const state = stateOf(refund.state, ['awaiting_receipt'])
  const content: RequestTo<'return_confirmed'> = { want: 'return_confirmed', state, kind, amountFen }
  const facts = input.confirmDifferent ? { 复检: '按差异确认' } : {}
  const { note } = input
  return requestOrApproval(context, refund, {
    action: 'confirm',
    label: kind === 'exchange' ? '确认收货（换货）' : '确认收货',
    content,
    note,
    facts,
  })
}

/** The amount that a plan of the market pays, in fen. */
export function planFen({ keepPlanFen, returnPlanFen }: RefundRecord, plan: 'keep' | 'return'): number | null {
  return plan === 'keep' ? keepPlanFen : returnPlanFen
}

/** Takes one of the two plans that the market decided. Refuses as the contract lists. */
export async function takePlan(context: RefundContext, input: ParsedOf<Calls['takePlan']>): Promise<Requested> {
  const { refund } = await refundFor(context, 'takePlan', input)
  const { plan, note } = input
  const amountFen = planFen(refund, plan)
  if (amountFen === null) return refuse('STATE_CHANGED', { state: '没有要选的处理办法', action: '选处理办法' })
  requireAmount(context, amountFen, input.amountFen, 'REFUND_PLAN_CHANGED')
  const state = stateOf(refund.state, ['awaiting_merchant', 'refused'])
  const content: RequestTo<'plan_taken'> = { want: 'plan_taken', state, plan, amountFen }
  const facts = { 处理办法: PLAN_LABELS[plan] }
  return requestOrApproval(context, refund, { action: 'takePlan', label: '选处理办法', content, note, facts })
}
