import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refresh, updateListRow } from '../../api/queries.ts'
import { useWrite, type WriteOptions } from '../../components/form/use-write.ts'
import { type RefundName, refundDetailOf } from '../links/refund-links.ts'
import { askShared } from '../parcel/shared-waybill.ts'
import type { RefundDetail, RefundRow } from './types.ts'

/** One write on a case (`useWrite`), with every list and page that shows the case kept true. */
export function useRefundWrite() {
  const queries = useQueryClient()
  const { send, latest, ...state } = useWrite({ ask: askShared })

  /** Gives what the call answered, or null where it was refused. */
  const write = async <Answer extends { readonly refund: RefundRow }>(
    input: { readonly refundId: string },
    call: (options: WriteOptions, confirmSharedWaybill: boolean) => Promise<Answer>,
  ): Promise<Answer | null> => {
    const answer = await send(input, call)
    if (!answer) return null
    const { refund } = answer
    updateListRow(
      queries,
      api.refund.list,
      (row) => row.refundId === refund.refundId,
      () => refund,
    )
    void refresh(queries, refundDetailOf(refund.channel), api.merchant.business)
    return answer
  }
  const latestOf = ({ channel, refundId }: RefundName): Promise<RefundDetail | null> =>
    latest(() => refundDetailOf(channel)({ refundId }, { handles: 'all' }))
  return { ...state, write, latestOf }
}
