import { orderFacts } from '@huanji/contract/columns/lists'
import { AUCTION_MODE_LABELS } from '@huanji/contract/labels'
import { linkTo, PAGES } from '@huanji/contract/pages'
import type { Fen } from '@huanji/domain/money'
import { Link } from 'react-router'
import { Code } from '../../../../components/code/code.tsx'
import { Facts, Section } from '../../../../components/detail/detail.tsx'
import { factsOf } from '../../../../components/list/facts-of.tsx'
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

/** The session, and whether buyers saw each other's bids. */
function sessionOf({ scheduleDate, scheduleNumber, mode }: OrderDetail): string {
  const session = sessionText(scheduleDate, scheduleNumber)
  return session ? `${session} ${mode ? AUCTION_MODE_LABELS[mode] : ''}` : '—'
}

/** What was sold, in which session, by which shop, and when it went which step. */
export function GoodsSection({ order }: SectionProps) {
  const facts = factsOf(orderFacts, order, {
    goods: { cell: (row) => <Title order={row} />, wide: true },
    session: { cell: sessionOf },
    unitCount: { cell: (row) => `${row.unitCount} 台` },
    closeReason: { optional: true },
    remark: { optional: true, wide: true },
  })
  return (
    <Section title="商品">
      <Facts items={facts} />
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
