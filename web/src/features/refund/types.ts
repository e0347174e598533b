import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

/** The contract's shapes of after-sale by the names that these screens use; both channels share them. */
export type RefundRow = OutputOf<Calls['refund']['list']>['list'][number]
export type RefundDetail = OutputOf<Calls['refund']['detail']>
export type RefundState = RefundRow['state']
export type RefundUnit = RefundDetail['units'][number]
export type Recheck = NonNullable<RefundUnit['recheck']>
export type RecheckOutcomeCode = Recheck['outcomes'][number]
export type RefundApproval = RefundDetail['approvals'][number]
export type FoundRefund = OutputOf<Calls['refundHandling']['open']>['refunds'][number]
