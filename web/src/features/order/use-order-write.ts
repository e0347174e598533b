import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { refresh, updateListRow } from '../../api/queries.ts'
import { ApiRefusal, errorText, isRefusal } from '../../api/refusal.ts'
import { type SendWithKey, useIdempotencyKey } from '../../platform/idempotency-key.ts'
import type { ChannelOrders } from '../channel/channels.ts'
import type { OrderDetail, OrderRow } from './types.ts'

/** Why something was not done, and whether it has to be looked at anew before it can be. */
export interface OrderFault {
  readonly message: string
  /** The input's field that it is about, where it names one. */
  readonly field: string | null
  /** A colleague or the buyer changed the order meanwhile. */
  readonly isStale: boolean
}

const faultOf = (error: unknown): OrderFault => ({
  message: error instanceof ApiRefusal ? errorText(error) : '网络中断，内容已保留，请再次提交',
  field: error instanceof ApiRefusal ? error.field : null,
  isStale: isRefusal(error, 'VERSION_CONFLICT', 'STATE_CHANGED'),
})

type Options = Parameters<Parameters<SendWithKey>[1]>[0]

/**
 * One write on an order: made once however often it is asked for, with every list and page that shows the order kept
 * true, and what was refused given back to stand beside the form.
 */
export function useOrderWrite({ calls }: ChannelOrders) {
  const queries = useQueryClient()
  const sendWithKey = useIdempotencyKey()
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<OrderFault | null>(null)

  /** Gives the order as it is afterwards, or null where it was refused. */
  const write = async (
    input: { readonly orderId: string },
    call: (options: Options) => Promise<{ readonly order: OrderRow }>,
  ): Promise<OrderRow | null> => {
    setSending(true)
    setFault(null)
    try {
      const { order } = await sendWithKey(input, call)
      updateListRow(
        queries,
        calls.list,
        (row) => row.orderId === order.orderId,
        () => order,
      )
      void refresh(queries, calls.detail, api.merchant.business)
      return order
    } catch (error) {
      setFault(faultOf(error))
      return null
    } finally {
      setSending(false)
    }
  }
  /** The order as it is now, for going on after a colleague's change; null where it cannot be had, which is said. */
  const latestOf = async (orderId: string): Promise<OrderDetail | null> => {
    try {
      const latest = await calls.detail({ orderId }, { handles: 'all' })
      setFault(null)
      return latest
    } catch (error) {
      setFault({ ...faultOf(error), isStale: true })
      return null
    }
  }
  return { write, latestOf, isSending, fault, setFault }
}
