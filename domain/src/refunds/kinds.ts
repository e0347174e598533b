export type RefundKindCode = 'refundOnly' | 'returnAndRefund' | 'exchange' | 'priceDifference' | 'resend'

export interface RefundKind {
  readonly code: RefundKindCode
  /** Number in the list of docs/domain.md §7.1. */
  readonly number: number
  /** `refund_type` of the marketplace (docs/open-platform.md §6). */
  readonly wireType: number
  readonly label: string
  /** True when the buyer sends the phone back. */
  readonly travels: boolean
  /** True when its regular end pays money to the buyer. */
  readonly pays: boolean
}

/** What a buyer may ask for (docs/domain.md §7.1). */
export const REFUND_KINDS: readonly RefundKind[] = [
  { code: 'refundOnly', number: 1, wireType: 1, label: '仅退款', travels: false, pays: true },
  { code: 'returnAndRefund', number: 2, wireType: 3, label: '退货退款', travels: true, pays: true },
  { code: 'exchange', number: 3, wireType: 4, label: '换货', travels: true, pays: false },
  { code: 'priceDifference', number: 4, wireType: 5, label: '补差', travels: false, pays: true },
  { code: 'resend', number: 5, wireType: 6, label: '补发/维修', travels: false, pays: false },
]

/** The kind with this code. */
export function refundKind(code: RefundKindCode): RefundKind {
  const kind = REFUND_KINDS.find((one) => one.code === code)
  if (!kind) throw new Error(`refund kinds: there is no ${code}`)
  return kind
}

/** True for a case whose money is paid for keeping a phone that is less than was promised: by its kind, or the plan that was taken. */
export const isForKeeping = (refund: {
  readonly kind: RefundKindCode
  readonly decidedPlan: 'keep' | 'return' | null
}): boolean => (refund.decidedPlan === null ? refund.kind === 'priceDifference' : refund.decidedPlan === 'keep')

/** True when the phone of a case comes back: by its kind, or since the plan of returning it was taken. */
export const comesBack = (refund: {
  readonly kind: RefundKindCode
  readonly decidedPlan: 'keep' | 'return' | null
}): boolean => (refund.decidedPlan === null ? refundKind(refund.kind).travels : refund.decidedPlan === 'return')

/** The kind that a number of the marketplace means, or null for one that is not known. */
export const refundKindOfWire = (wireType: number): RefundKindCode | null =>
  REFUND_KINDS.find((kind) => kind.wireType === wireType)?.code ?? null
