import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { refresh, updateListRow } from '../../../api/queries.ts'
import { ApiRefusal, isRefusal, keptText } from '../../../api/refusal.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { askShared } from '../../parcel/shared-waybill.ts'
import type { OrderRow } from '../types.ts'
import { type Packing, scansOf, stepOf, uncheckedCount } from './packing.ts'

/** Why the order was not shipped: at which field, if at one, and what to do. */
export interface Fault {
  readonly field: 'waybill' | 'carrierCode' | 'addressId' | null
  readonly message: string
  /** A colleague or the buyer changed the order meanwhile; shipping again needs its latest version. */
  readonly isStale: boolean
}

const FIELDS = ['waybill', 'carrierCode', 'addressId'] as const

/** What still stands in the way of shipping, or null; in the order of packing. */
export function missingOf(packing: Packing): Fault | null {
  const step = stepOf(packing)
  if (step === 'bag') return { field: null, message: '还有一台没有扫封袋码，请扫描', isStale: false }
  if (step === 'unit') {
    return { field: null, message: `还有${uncheckedCount(packing)}台手机未核对，请逐台扫描`, isStale: false }
  }
  if (step === 'waybill') return { field: 'waybill', message: '请扫描或输入运单号', isStale: false }
  return packing.carrierCode === '' ? { field: 'carrierCode', message: '请选择快递公司', isStale: false } : null
}

function faultOf(error: unknown): Fault {
  const named = error instanceof ApiRefusal ? error.field : null
  return {
    field: FIELDS.find((field) => field === named) ?? null,
    message: keptText(error, '核对结果已保留，请再次提交'),
    isStale: isRefusal(error, 'VERSION_CONFLICT'),
  }
}

/** Ships an order once, however often it is asked to, and keeps every list that shows it true. */
export function useShipping({ calls }: ChannelOrders, order: OrderRow, onShipped: (order: OrderRow) => void) {
  const queries = useQueryClient()
  const sendWithKey = useIdempotencyKey()
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)

  const ship = async (packing: Packing, addressId: string) => {
    if (isSending) return
    const missing = missingOf(packing)
    setFault(missing)
    if (missing) return
    const { orderId, version } = order
    const shipment = {
      orderId,
      version,
      carrierCode: packing.carrierCode,
      waybill: packing.waybill,
      addressId,
      scans: scansOf(packing),
    }
    setSending(true)
    try {
      const answer = await askShared((confirmSharedWaybill) => {
        const sent = { ...shipment, confirmSharedWaybill }
        return sendWithKey(sent, (options) => calls.delivery(sent, options))
      })
      updateListRow(
        queries,
        calls.list,
        (row) => row.orderId === orderId,
        () => answer.order,
      )
      void refresh(queries, calls.detail, calls.barcodeList, api.merchant.business)
      onShipped(answer.order)
    } catch (error) {
      setFault(faultOf(error))
    } finally {
      setSending(false)
    }
  }
  return { ship, isSending, fault, clearFault: () => setFault(null) }
}
