import { AUCTION_MODE_LABELS } from '@huanji/contract/labels'
import { linkTo, PAGES } from '@huanji/contract/pages'
import type { Fen } from '@huanji/domain/money'
import { Link } from 'react-router'
import { Code } from '../../../../components/code/code.tsx'
import { Facts, Section } from '../../../../components/detail/detail.tsx'
import { Money } from '../../../../components/money/money.tsx'
import { Time } from '../../../../components/time/time.tsx'
import type { OrderDetail } from '../../../../features/order/types.ts'
import { Figures } from '../../../../features/trade/figures.tsx'
import { sessionText } from '../../../../features/trade/session-text.ts'
import { can } from '../../../../session/session.ts'

interface SectionProps {
  order: OrderDetail
}

function Title({ order }: SectionProps) {
  if (order.listingId === null || !can(PAGES.listings.path)) return <>{order.title}</>
  return <Link to={linkTo('listing', { listingId: order.listingId })}>{order.title}</Link>
}

/** What was sold, in which session, by which shop, and when it went which step. */
export function GoodsSection({ order }: SectionProps) {
  const session = sessionText(order.scheduleDate, order.scheduleNumber)
  return (
    <Section title="商品">
      <Facts
        items={[
          { label: '商品', value: <Title order={order} />, wide: true },
          { label: '场次', value: session ? `${session} ${order.mode ? AUCTION_MODE_LABELS[order.mode] : ''}` : '—' },
          { label: '店铺', value: order.shopName },
          { label: '台数', value: `${order.unitCount} 台` },
          { label: '下单时间', value: <Time at={order.orderedAt} /> },
          { label: '付款时间', value: <Time at={order.paidAt} /> },
          { label: '发货时间', value: <Time at={order.shippedAt} /> },
          { label: '完成时间', value: <Time at={order.completedAt} /> },
          { label: '关闭时间', value: <Time at={order.closedAt} /> },
          ...(order.closeReason ? [{ label: '关闭原因', value: order.closeReason }] : []),
          ...(order.remark ? [{ label: '备注', value: order.remark, wide: true }] : []),
        ]}
      />
    </Section>
  )
}

const AMOUNTS = [
  ['成交价', 'dealPriceFen'],
  ['起拍价', 'startPriceFen'],
  ['买家服务费', 'buyerFeeFen'],
  ['服务费', 'serviceFeeFen'],
  ['预付款', 'prepayFen'],
  ['尾款', 'finalPayFen'],
  ['买家实付', 'paidFen'],
] as const satisfies readonly (readonly [string, keyof OrderDetail])[]

/** The order's money; not there at all where the server sent none. */
export function AmountSection({ order }: SectionProps) {
  const amounts = AMOUNTS.flatMap(([label, key]) => {
    const amountFen: Fen | null = order[key]
    return amountFen === null ? [] : [{ label, value: <Money fen={amountFen} strong={key === 'dealPriceFen'} /> }]
  })
  if (amounts.length === 0) return null
  return (
    <Section title="金额">
      <Figures items={amounts} />
    </Section>
  )
}

/** The parcel, once there is one. */
export function ParcelSection({ order }: SectionProps) {
  if (order.waybill === '') return null
  return (
    <Section title="物流">
      <Facts
        items={[
          { label: '快递公司', value: order.carrierName || '—' },
          { label: '运单号', value: <Code text={order.waybill} what="运单号" /> },
          { label: '发货时间', value: <Time at={order.shippedAt} /> },
          { label: '发货地址', value: order.shipFrom || '—', wide: true },
        ]}
      />
    </Section>
  )
}
