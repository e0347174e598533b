import type { OutputOf } from '@huanji/contract/call'
import type { merchant } from '@huanji/contract/calls/merchant'

/** The business in figures, as the call answers it. */
export type Overview = NonNullable<OutputOf<typeof merchant.business>['overview']>
