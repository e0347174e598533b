import { Section } from '../../../components/detail/detail.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { MoneyCell, MoneyHead, ScrollTable } from '../../../components/table/table.tsx'
import { isUnpicked, pickedText } from '../order-labels.ts'
import type { OrderDetail } from '../types.ts'

type Line = OrderDetail['lines'][number]

interface LineRowProps {
  line: Line
  /** What is bought, where the line says no variant of its own. */
  skuText: string
  hasMoney: boolean
  isPicking: boolean
}

function LineRow({ line, skuText, hasMoney, isPicking }: LineRowProps) {
  const picked = { pickedCount: line.pickedCount, unitCount: line.quantity }
  return (
    <tr>
      <td>{line.skuText || skuText || '—'}</td>
      <td>
        <GradeBadge grade={line.grade} />
      </td>
      {hasMoney ? <MoneyCell fen={line.unitPriceFen} /> : null}
      <td className="num">{line.quantity}</td>
      <td>
        <StateTag tone={isUnpicked(picked) ? (isPicking ? 'warning' : 'neutral') : 'success'}>
          {pickedText(picked)}
        </StateTag>
      </td>
      {hasMoney ? <MoneyCell fen={line.amountFen} strong /> : null}
    </tr>
  )
}

/** What was ordered, by variant and grade, and how many of each are chosen. */
export function LinesSection({ order }: { order: OrderDetail }) {
  const hasMoney = order.lines.some((line) => line.amountFen !== null)
  if (order.lines.length === 0) return null
  return (
    <Section title="订购">
      <ScrollTable label="订购表格">
        <thead>
          <tr>
            <th scope="col">规格</th>
            <th scope="col">成色要求</th>
            {hasMoney ? <MoneyHead>单价</MoneyHead> : null}
            <th scope="col">数量</th>
            <th scope="col">已选</th>
            {hasMoney ? <MoneyHead>小计</MoneyHead> : null}
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <LineRow
              key={line.lineNo}
              line={line}
              skuText={order.lines.length === 1 ? order.skuText : ''}
              hasMoney={hasMoney}
              isPicking={order.state === 'awaiting_shipment'}
            />
          ))}
        </tbody>
      </ScrollTable>
    </Section>
  )
}
