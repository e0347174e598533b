import { refundKind, type verdictPlan } from '@huanji/contract/features/refund/rows'
import { refundKind as kindOf } from '@huanji/domain/refunds/kinds'
import * as z from 'zod'

/** Where a phone is to be sent, as the marketplace takes it. */
const returnAddress = z.object({
  name: z.string(),
  phone: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  detail: z.string(),
})

/**
 * What is asked of the marketplace for a case. `state` is the state of the case that it was asked in: a request that
 * arrives when the case stands elsewhere is answered and not told, so that nothing that was asked for one step is taken
 * for another (docs/open-platform.md §6); `kind` is what the buyer asked for then, since agreeing to a return and to a
 * refund is the same call and pays at once in one of them. Amounts in fen.
 */
export const refundRequest = z.discriminatedUnion('want', [
  z.object({
    want: z.literal('refund_agreed'),
    state: z.enum(['awaiting_merchant', 'awaiting_address']),
    kind: refundKind,
    amountFen: z.int(),
    /** Null where nothing travels, or where the address is given later. */
    address: returnAddress.nullable(),
  }),
  z.object({
    want: z.literal('refund_refused'),
    state: z.enum(['awaiting_merchant', 'awaiting_receipt']),
    reason: z.string(),
    explanation: z.string(),
    /** Our pictures, by their ids. */
    photoIds: z.array(z.string()),
  }),
  z.object({
    want: z.literal('return_confirmed'),
    state: z.literal('awaiting_receipt'),
    kind: refundKind,
    amountFen: z.int(),
  }),
  z.object({
    want: z.literal('plan_taken'),
    state: z.enum(['awaiting_merchant', 'refused']),
    plan: z.enum(['keep', 'return'] satisfies z.output<typeof verdictPlan>[]),
    amountFen: z.int(),
  }),
  z.object({
    want: z.literal('goods_resent'),
    state: z.literal('awaiting_resend'),
    carrierCode: z.string(),
    waybill: z.string(),
  }),
])

export type RefundRequest = z.output<typeof refundRequest>
export type ReturnAddress = z.output<typeof returnAddress>

/** What a request pays the buyer in the end, in fen. Giving the address goes on with what was agreed to already. */
export function paysFen(content: RefundRequest): number {
  switch (content.want) {
    case 'refund_agreed':
      return kindOf(content.kind).pays && content.state === 'awaiting_merchant' ? content.amountFen : 0
    case 'return_confirmed':
      return content.kind === 'exchange' ? 0 : content.amountFen
    case 'plan_taken':
      return content.amountFen
    default:
      return 0
  }
}
