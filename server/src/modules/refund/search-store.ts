import type { Channel } from '@huanji/domain/channel'
import type { RefundState } from '@huanji/domain/states/refund'
import type { Tx } from '../../database/database.ts'
import { enterSearch, searchList } from '../../database/search.ts'

/** A new case as keywords find it; they are looked for in what was sold and who bought it. */
export interface SearchedRefund {
  readonly refundId: string
  readonly channel: Channel
  readonly state: RefundState
  readonly openedAt: string
  readonly title: string
  readonly buyerNick: string
}

/** Enters a case for keywords, once, in the transaction that adds it; its moves follow through `moveState`. */
export function enterRefundSearch(tx: Tx, refund: SearchedRefund): Promise<void> {
  const { refundId: subjectId, channel, state, openedAt: at, title, buyerNick } = refund
  return enterSearch(tx, { list: searchList('refund', channel), subjectId, state, at, texts: [title, buyerNick] })
}
