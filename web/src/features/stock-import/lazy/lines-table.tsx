import { StateTag, type StateTone } from '../../../components/state-tag/state-tag.tsx'
import { can } from '../../../session/session.ts'
import { MoneyCell, MoneyHead, ScrollTable } from '../../trade/table.tsx'
import type { CheckedRow, DoneRow } from '../types.ts'
import styles from './import-drawer.module.css'

interface LinesTableProps<Row> {
  label: string
  rows: readonly Row[]
  /** What a line came to, in one word. */
  outcomeOf: (row: Row) => { readonly tone: StateTone; readonly label: string }
}

/** Lines of a table, each with what it comes to or came to and why. */
export function LinesTable<Row extends CheckedRow | DoneRow>({ label, rows, outcomeOf }: LinesTableProps<Row>) {
  const mayCost = can('field:costPrice')
  return (
    <ScrollTable label={label}>
      <thead>
        <tr>
          <th scope="col">行</th>
          <th scope="col">结果</th>
          <th scope="col">编号</th>
          <th scope="col">手机</th>
          {mayCost ? <MoneyHead>进价</MoneyHead> : null}
          <th scope="col">说明</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const outcome = outcomeOf(row)
          return (
            <tr key={row.line}>
              <td className="num">{row.line}</td>
              <td>
                <StateTag tone={outcome.tone}>{outcome.label}</StateTag>
              </td>
              <td className="code">{row.code || '—'}</td>
              <td className={styles.phone}>{row.title || '—'}</td>
              {mayCost ? <MoneyCell fen={row.costFen} /> : null}
              <td className={styles.message}>{row.message}</td>
            </tr>
          )
        })}
      </tbody>
    </ScrollTable>
  )
}
