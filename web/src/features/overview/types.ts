import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import type { merchant } from '@huanji/contract/features/merchant/calls'

/** The business in figures, as the call answers it. */
export type Overview = NonNullable<OutputOf<typeof merchant.business>['overview']>

/** A phone that lies here for long. */
export type AgedPhone = OutputOf<Calls['stockAge']['agedStock']>['list'][number]
