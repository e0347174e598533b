import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Money } from '../../components/money/money.tsx'
import styles from './bill-totals.module.css'
import { SignedMoney } from './signed-money.tsx'

type BillFilter = Parameters<typeof api.bill.list>[0]

interface BillTotalsProps {
  filter: BillFilter
}

/**
 * The sums of everything the filter finds, not of the page alone: asked once for all of its pages, beside the rows.
 * Expenses count as negative whichever sign they come with.
 */
export function BillTotals({ filter: { sort: _, ...filter } }: BillTotalsProps) {
  const query = useQuery(queryOf(api.bill.list, { ...filter, pageSize: 1, withTotals: true }))
  const totals = query.data?.totals
  const figure = (name: string, shown: ReactNode, hint?: string) => (
    <div title={hint}>
      <dt>{name}</dt>
      <dd>{totals ? shown : '—'}</dd>
    </div>
  )
  const { incomeFen, expenseFen, netFen, movedFen, frozenFen } = totals ?? NOTHING
  return (
    <dl className={styles.totals} aria-label="筛选合计" aria-busy={query.isPending}>
      {figure('收入合计', <SignedMoney fen={incomeFen} strong />)}
      {figure('支出合计', <SignedMoney fen={-Math.abs(expenseFen)} strong />)}
      {figure('到手', <SignedMoney fen={netFen} strong />, '收入减支出；充值和提现只是钱换个地方，不算在内')}
      {figure('余额变动', <SignedMoney fen={movedFen} strong />, '充值减提现')}
      {figure(
        '全部冻结',
        <Money fen={frozenFen} strong />,
        '有售后、还没结算的钱，加上账户里冻结的钱；不算收入，也不算支出',
      )}
    </dl>
  )
}

const NOTHING = { incomeFen: 0, expenseFen: 0, netFen: 0, movedFen: 0, frozenFen: 0 }
