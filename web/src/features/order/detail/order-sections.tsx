import { AUCTION_MODE_LABELS } from '@huanji/contract/features/listing/labels'
import { orderFacts } from '@huanji/contract/features/order/rows'
import { linkTo, PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { Code } from '../../../components/code/code.tsx'
import { Facts, Section } from '../../../components/detail/detail.tsx'
import { factsOf } from '../../../components/list/facts-of.tsx'
import { Time } from '../../../components/time/time.tsx'
import { can } from '../../../session/session.ts'
import { sessionText } from '../../goods/session-text.ts'
import type { OrderDetail } from '../types.ts'

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

// A remark has a section of its own, where it is written.
const { remark: _, ...GOODS_FACTS } = orderFacts

/** What was sold, in which session, by which shop, and when it went which step. */
export function GoodsSection({ order }: SectionProps) {
  const facts = factsOf(GOODS_FACTS, order, {
    goods: { cell: (row) => <Title order={row} />, wide: true },
    session: { cell: sessionOf, optional: true },
    unitCount: { cell: (row) => `${row.unitCount} 台` },
    closeReason: { optional: true },
  })
  return (
    <Section title="商品">
      <Facts items={facts} />
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
