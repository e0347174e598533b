import type { RefundAction, RefundState } from '../states/refund.ts'
import { type RefundKindCode, refundKind } from './kinds.ts'

/** Where a verdict of the marketplace stands: it judges, the seller chooses one of its plans, or it is over. */
export const VERDICT_STATUSES = ['judging', 'awaitingSeller', 'decided'] as const
export type VerdictStatus = (typeof VERDICT_STATUSES)[number]

/** Where a case stands, as far as its deadline goes by it. */
export interface RefundStep {
  readonly kind: RefundKindCode
  readonly state: RefundState
  /** Null for a case that the marketplace was not asked to judge. */
  readonly verdict: VerdictStatus | null
}

export interface RefundExpiry {
  /** Whose turn it is. */
  readonly turn: 'merchant' | 'buyer' | 'marketplace'
  /** What the marketplace does by itself when the step's time is over; null where it only takes longer. */
  readonly action: RefundAction | null
  /** What that means, for a person to read before it happens. */
  readonly words: string
}

const merchant = (action: RefundAction, words: string): RefundExpiry => ({ turn: 'merchant', action, words })
const buyer = (action: RefundAction, words: string): RefundExpiry => ({ turn: 'buyer', action, words })

const JUDGING: RefundExpiry = { turn: 'marketplace', action: null, words: '平台判定中，判定后再处理' }

const UNCHOSEN = merchant('takeReturnAutomatically', '到时不选，就按退货退款办，退回默认地址')

function unanswered(kind: RefundKindCode): RefundExpiry {
  const { travels, pays } = refundKind(kind)
  if (travels) return merchant('agreeReturnAutomatically', '超时未处理将自动同意退货')
  if (pays) return merchant('refundAutomatically', '超时未处理将自动退款给买家')
  return merchant('agreeResendAutomatically', '超时未处理将自动同意补发')
}

function unreceived(kind: RefundKindCode): RefundExpiry {
  if (kind === 'exchange')
    return merchant('confirmExchangeAutomatically', '超时未确认收货将视为已收到，要补发一台给买家')
  return merchant('refundAutomatically', '超时未确认收货将自动退款给买家')
}

/** Whose turn it is in a step of an after-sale case and what its end by the clock brings (docs/domain.md §7.4); null once it is over. */
export function expiryOf({ kind, state, verdict }: RefundStep): RefundExpiry | null {
  if (verdict === 'judging') return JUDGING
  switch (state) {
    case 'awaiting_merchant':
      return verdict === 'awaitingSeller' ? UNCHOSEN : unanswered(kind)
    case 'awaiting_address':
      return merchant('confirmAddressAutomatically', '超时未填写将使用店铺默认退货地址')
    case 'awaiting_return':
      return buyer('missReturn', '买家超时未寄回，售后将关闭')
    case 'awaiting_receipt':
      return unreceived(kind)
    case 'awaiting_resend':
      return merchant('refundAutomatically', '超时未补发将自动退款给买家')
    case 'refused':
      return buyer('letAppealLapse', '买家超时未申诉，售后将关闭')
    case 'closed':
    case 'succeeded':
      return null
  }
}

/** The states in which the merchant is the one to act, as long as nothing is being judged. */
export const MERCHANT_STEPS = [
  'awaiting_merchant',
  'awaiting_address',
  'awaiting_receipt',
  'awaiting_resend',
] as const satisfies readonly RefundState[]
