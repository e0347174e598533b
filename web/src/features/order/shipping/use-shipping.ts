import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { refresh, updateListRow } from '../../../api/queries.ts'
import { ownFault, useWrite, type WriteFault } from '../../../components/form/use-write.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { askShared } from '../../parcel/shared-waybill.ts'
import type { OrderRow } from '../types.ts'
import { type Packing, scansOf, stepOf, uncheckedCount } from './packing.ts'

const FIELDS = ['waybill', 'carrierCode', 'addressId'] as const

/** Why the order was not shipped: at which field, if at one, and what to do. */
export interface Fault extends Omit<WriteFault, 'field'> {
  readonly field: (typeof FIELDS)[number] | null
}

/** What still stands in the way of shipping, or null; in the order of packing. */
export function missingOf(packing: Packing): WriteFault | null {
  const step = stepOf(packing)
  if (step === 'bag') return ownFault('还有一台没有扫封袋码，请扫描')
  if (step === 'unit') {
    return ownFault(`还有${uncheckedCount(packing)}台手机未核对，请逐台扫描`)
  }
  if (step === 'waybill') return ownFault('请扫描或输入运单号', 'waybill')
  return packing.carrierCode === '' ? ownFault('请选择快递公司', 'carrierCode') : null
}

/** Ships an order once, however often it is asked to, and keeps every list that shows it true. */
export function useShipping({ calls }: ChannelOrders, order: OrderRow, onShipped: (order: OrderRow) => void) {
  const queries = useQueryClient()
  const { send, isSending, fault, setFault } = useWrite({ ask: askShared })

  const ship = async (packing: Packing, addressId: string) => {
    if (isSending) return
    const missing = missingOf(packing)
    if (missing) return setFault(missing)
    const { orderId, version } = order
    const shipment = {
      orderId,
      version,
      carrierCode: packing.carrierCode,
      waybill: packing.waybill,
      addressId,
      scans: scansOf(packing),
    }
    const answer = await send(shipment, (options, confirmSharedWaybill) =>
      calls.delivery({ ...shipment, confirmSharedWaybill }, options),
    )
    if (!answer) return
    updateListRow(
      queries,
      calls.list,
      (row) => row.orderId === orderId,
      () => answer.order,
    )
    void refresh(queries, calls.detail, calls.barcodeList, api.merchant.business)
    onShipped(answer.order)
  }
  const at: Fault | null = fault && { ...fault, field: FIELDS.find((field) => field === fault.field) ?? null }
  return { ship, isSending, fault: at, clearFault: () => setFault(null) }
}
