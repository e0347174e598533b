import { linkTo, PAGES } from '@huanji/contract/pages'
import type { Fen } from '@huanji/domain/money'
import { Link } from 'react-router'
import { Facts, Section } from '../../../components/detail/detail.tsx'
import { Equation } from '../../../components/money/equation.tsx'
import { Money } from '../../../components/money/money.tsx'
import { can } from '../../../session/session.ts'
import type { OrderDetail } from '../types.ts'

const PAID = [
  ['起拍价', 'startPriceFen'],
  ['预付款', 'prepayFen'],
  ['尾款', 'finalPayFen'],
  ['买家服务费', 'buyerFeeFen'],
  ['买家实付', 'paidFen'],
] as const satisfies readonly (readonly [string, keyof OrderDetail])[]

const NET_LABELS = { expected: '预计到手', pending: '待结算到手', settled: '到手' } as const

/** How the price came about where it was changed, and what it is to become where that was asked and is not so yet. */
function pricesOf(order: OrderDetail): { label: string; amountFen: Fen }[] {
  const { originalPriceFen, dealPriceFen, freightFen, wantedPriceFen, wantedFreightFen } = order
  const rows: { label: string; amountFen: Fen }[] = []
  if (originalPriceFen !== null && dealPriceFen !== null && originalPriceFen !== dealPriceFen) {
    rows.push({ label: '原价', amountFen: originalPriceFen })
    rows.push({
      label: originalPriceFen > dealPriceFen ? '优惠' : '加价',
      amountFen: Math.abs(originalPriceFen - dealPriceFen),
    })
  }
  if (freightFen !== null && (freightFen > 0 || order.channel === 'curated')) {
    rows.push({ label: '运费', amountFen: freightFen })
  }
  if (wantedPriceFen !== null) {
    rows.push({ label: '申请的新价', amountFen: wantedPriceFen })
    if (wantedFreightFen !== null) rows.push({ label: '申请的运费', amountFen: wantedFreightFen })
  }
  return rows
}

/** The order's money: what it brings as an equation, and below what the buyer pays; not there where none was sent. */
export function AmountSection({ order }: { order: OrderDetail }) {
  const { proceeds } = order
  const paid = PAID.flatMap(([label, key]) => {
    const amountFen: Fen | null = order[key]
    return amountFen === null ? [] : [{ label, amountFen }]
  })
  const items = [...pricesOf(order), ...paid].map(({ label, amountFen }) => ({
    label,
    value: <Money fen={amountFen} />,
  }))
  if (proceeds === null && items.length === 0) return null
  const bills = proceeds !== null && proceeds.state !== 'expected' && can(PAGES.bills.path)
  return (
    <Section title="金额" extra={bills ? <Link to={linkTo('bills', { orderNo: order.orderNo })}>查看账单</Link> : null}>
      {proceeds ? (
        <Equation terms={proceeds.lines} result={{ label: NET_LABELS[proceeds.state], amountFen: proceeds.netFen }} />
      ) : null}
      {items.length > 0 ? <Facts items={items} /> : null}
    </Section>
  )
}
