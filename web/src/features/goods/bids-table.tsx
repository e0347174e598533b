import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { StateTag, type StateTone } from '../../components/state-tag/state-tag.tsx'
import { MoneyCell, MoneyHead, ScrollTable } from '../../components/table/table.tsx'
import { Time } from '../../components/time/time.tsx'

type Bid = OutputOf<Calls['goods']['detail']>['bids'][number]

const RESULT_TONES: Readonly<Record<string, StateTone>> = {
  领先: 'primary',
  中标: 'success',
  违约: 'danger',
  撤回: 'warning',
}

interface BidsTableProps {
  bids: readonly Bid[]
  /** What to say when there are none. */
  empty: string
}

/** 出价记录, as the marketplace told it, latest offer first (docs/domain.md §5.6). */
export function BidsTable({ bids, empty }: BidsTableProps) {
  if (bids.length === 0) return <p className="muted">{empty}</p>
  const latestFirst = bids.toSorted((a, b) => b.sequence - a.sequence)
  return (
    <ScrollTable label="出价记录表格">
      <thead>
        <tr>
          <th scope="col">序号</th>
          <th scope="col">出价时间</th>
          <th scope="col">出价人</th>
          <MoneyHead>出价金额</MoneyHead>
          <th scope="col">轮次</th>
          <th scope="col">类型</th>
          <th scope="col">结果</th>
        </tr>
      </thead>
      <tbody>
        {latestFirst.map((bid) => (
          <tr key={bid.sequence}>
            <td className="num">{bid.sequence}</td>
            <td>
              <Time at={bid.at} withSeconds />
            </td>
            <td>{bid.bidder}</td>
            <MoneyCell fen={bid.amountFen} strong={bid.result === '领先' || bid.result === '中标'} />
            <td>{bid.round}</td>
            <td>{bid.kind}</td>
            <td>
              <StateTag tone={RESULT_TONES[bid.result] ?? 'neutral'}>{bid.result}</StateTag>
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
