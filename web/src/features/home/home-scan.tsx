import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import { classifyCode } from '@huanji/domain/codes/classify'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import type { ScanOutcome } from '../../components/scan/feedback.ts'
import { ScanBox } from '../../components/scan/scan-box.tsx'
import type { ChannelOrders } from '../channel/channels.ts'
import { openShipping } from '../order/order-actions.tsx'
import type { OrderRow } from '../order/types.ts'
import { packedOrders, photoStationsOf, stationsOf } from './grants.ts'

const LABELS = {
  both: '扫描手机：待发货的打开发货，其他的开始质检',
  packing: '扫描手机、封袋或订单号，开始发货',
  inspecting: '扫描 IMEI 或条码，开始质检',
  photographing: '扫描 IMEI 或条码，开始拍照',
} as const

/** The order that waits to be shipped with this code, of either channel. */
async function orderOf(
  code: string,
  packed: readonly ChannelOrders[],
): Promise<{ orders: ChannelOrders; order: OrderRow } | null> {
  for (const orders of packed) {
    const found = await orders.calls.list(
      { code, state: 'awaiting_shipment', page: 1, pageSize: 1 },
      { handles: 'all' },
    )
    const [order] = found.list
    if (order) return { orders, order }
  }
  return null
}

/**
 * Where a day's work begins: a phone that waits to be shipped opens its packing with this scan as its first, any other is
 * taken to the station, which judges it.
 * @param takesFocus false where the page is more than work with a scanner
 */
export function HomeScan({ takesFocus }: { takesFocus: boolean }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const packed = packedOrders()
  const [inspected] = stationsOf()
  const station = inspected ?? photoStationsOf()[0]
  const pack = async (orders: ChannelOrders, order: OrderRow, code: string) => {
    await openShipping(orders, order, 'pack', { firstCode: code })
    await refresh(queries, api.homeCards.packing)
  }
  const work = async (code: string): Promise<ScanOutcome> => {
    const found = await orderOf(code, packed)
    if (found) {
      const isOrderNo = code === found.order.orderNo
      void pack(found.orders, found.order, isOrderNo ? '' : code)
      return { ok: true, message: `已打开订单 ${found.order.orderNo}` }
    }
    const { kind } = classifyCode(code)
    if (station === undefined || kind === 'bagCode' || kind === 'orderNo') {
      return { ok: false, message: '没有找到它的待发货订单' }
    }
    void navigate(linkTo(CHANNEL_PAGES[station].station, { code }))
    return { ok: true, message: inspected === undefined ? '开始拍照' : '开始质检' }
  }
  const alone = inspected === undefined ? 'photographing' : 'inspecting'
  const label = LABELS[packed.length === 0 ? alone : inspected === undefined ? 'packing' : 'both']
  return <ScanBox name="home" label={label} onScan={work} takesFocus={takesFocus} />
}
