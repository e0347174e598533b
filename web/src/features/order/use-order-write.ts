import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refresh, updateListRow } from '../../api/queries.ts'
import { useWrite, type WriteOptions } from '../../components/form/use-write.ts'
import type { ChannelOrders } from '../channel/channels.ts'
import type { OrderDetail, OrderRow } from './types.ts'

/** One write on an order (`useWrite`), with every list and page that shows the order kept true. */
export function useOrderWrite({ calls }: ChannelOrders) {
  const queries = useQueryClient()
  const { send, latest, ...state } = useWrite()

  /** Gives the order as it is afterwards, or null where it was refused. */
  const write = async (
    input: { readonly orderId: string },
    call: (options: WriteOptions) => Promise<{ readonly order: OrderRow }>,
  ): Promise<OrderRow | null> => {
    const answer = await send(input, call)
    if (!answer) return null
    const { order } = answer
    updateListRow(
      queries,
      calls.list,
      (row) => row.orderId === order.orderId,
      () => order,
    )
    void refresh(queries, calls.detail, api.merchant.business)
    return order
  }
  const latestOf = (orderId: string): Promise<OrderDetail | null> =>
    latest(() => calls.detail({ orderId }, { handles: 'all' }))
  return { ...state, write, latestOf }
}
