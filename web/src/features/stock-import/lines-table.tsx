import { formatFen } from '@huanji/domain/money'
import { StateTag, type StateTone } from '../../components/state-tag/state-tag.tsx'
import { MoneyCell, MoneyHead, ScrollTable } from '../../components/table/table.tsx'
import { can } from '../../session/session.ts'
import styles from './import-drawer.module.css'
import type { CheckedRow, DoneRow } from './types.ts'

interface LinesTableProps<Row> {
  label: string
  rows: readonly Row[]
  /** What a line came to, in one word. */
  outcomeOf: (row: Row) => { readonly tone: StateTone; readonly label: string }
  /** The lines that a person has to confirm, with how; null where there is nothing to confirm. */
  confirm?: Confirm | undefined
}

interface Confirm {
  readonly isAsked: (line: number) => boolean
  readonly isConfirmed: (line: number) => boolean
  readonly onChange: (line: number, isConfirmed: boolean) => void
}

/** What a line says of the cost of a phone in stock; empty where it changes nothing, and for who may not read costs. */
function costWords(row: CheckedRow | DoneRow): string {
  const { costFen, beforeFen } = row
  const changes = 'answer' in row ? ['known', 'differs', 'jumps'].includes(row.answer) : row.result === 'updated'
  if (!changes || costFen === null) return ''
  return `成本改为${formatFen(costFen)}${beforeFen === null ? '' : `，原为${formatFen(beforeFen)}`}`
}

/** Lines of a table, each with what it comes to or came to and why. */
export function LinesTable<Row extends CheckedRow | DoneRow>({
  label,
  rows,
  outcomeOf,
  confirm,
}: LinesTableProps<Row>) {
  const mayCost = can('field:costPrice')
  return (
    <ScrollTable label={label}>
      <thead>
        <tr>
          <th scope="col">行</th>
          <th scope="col">结果</th>
          {confirm ? <th scope="col">确认</th> : null}
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
              {confirm ? (
                <td>
                  {confirm.isAsked(row.line) ? (
                    <input
                      type="checkbox"
                      aria-label={`确认第 ${row.line} 行`}
                      checked={confirm.isConfirmed(row.line)}
                      onChange={({ currentTarget }) => confirm.onChange(row.line, currentTarget.checked)}
                    />
                  ) : null}
                </td>
              ) : null}
              <td className="code">{row.code || '—'}</td>
              <td className={styles.phone}>{row.title || '—'}</td>
              {mayCost ? <MoneyCell fen={row.costFen} /> : null}
              <td className={styles.message}>
                {[row.message, costWords(row)].filter((part) => part !== '').join('；')}
              </td>
            </tr>
          )
        })}
      </tbody>
    </ScrollTable>
  )
}
