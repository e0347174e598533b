import { orderFacts } from '@huanji/contract/columns/lists'
import { AUCTION_MODE_LABELS } from '@huanji/contract/labels'
import { linkTo, PAGES } from '@huanji/contract/pages'
import type { Fen } from '@huanji/domain/money'
import { Link } from 'react-router'
import { Code } from '../../../components/code/code.tsx'
import { Facts, Section } from '../../../components/detail/detail.tsx'
import { factsOf } from '../../../components/list/facts-of.tsx'
import { Money } from '../../../components/money/money.tsx'
import { Time } from '../../../components/time/time.tsx'
import type { OrderDetail } from '../types.ts'
import { Equation } from '../../trade/equation.tsx'
import { sessionText } from '../../trade/session-text.ts'
import { can } from '../../../session/session.ts'

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

const PAID = [
  ['起拍价', 'startPriceFen'],
  ['预付款', 'prepayFen'],
  ['尾款', 'finalPayFen'],
  ['买家服务费', 'buyerFeeFen'],
  ['买家实付', 'paidFen'],
] as const satisfies readonly (readonly [string, keyof OrderDetail])[]

const NET_LABELS = { expected: '预计实收', pending: '待结算实收', settled: '实收' } as const

/** The order's money: what it brings as an equation, and below what the buyer pays; not there where none was sent. */
export function AmountSection({ order }: SectionProps) {
  const { proceeds } = order
  const paid = PAID.flatMap(([label, key]) => {
    const amountFen: Fen | null = order[key]
    return amountFen === null ? [] : [{ label, value: <Money fen={amountFen} /> }]
  })
  if (proceeds === null && paid.length === 0) return null
  const bills = proceeds !== null && proceeds.state !== 'expected' && can(PAGES.bills.path)
  return (
    <Section title="金额" extra={bills ? <Link to={linkTo('bills', { orderNo: order.orderNo })}>查看账单</Link> : null}>
      {proceeds ? (
        <Equation terms={proceeds.lines} result={{ label: NET_LABELS[proceeds.state], amountFen: proceeds.netFen }} />
      ) : null}
      {paid.length > 0 ? <Facts items={paid} /> : null}
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
