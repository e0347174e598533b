import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useShortcuts } from '../../../components/shortcuts/shortcuts.ts'
import { isWithin, type SheetEdit } from './cells.ts'
import type { LineEdit, SheetColumn, SheetLine } from './lines.ts'
import styles from './price-sheet.module.css'
import { SheetRow } from './sheet-row.tsx'
import { SHEET_KEYS, useSheet } from './use-sheet.ts'

interface PriceSheetProps<Line extends SheetLine> {
  /** What the table lists, for people who cannot see it. */
  label: string
  columns: readonly SheetColumn[]
  lines: readonly Line[]
  /** What is priced: phone, variant. */
  head: { readonly title: string; readonly cell: (line: Line) => ReactNode }
  /** A last cell with what else can be done with a line. */
  tail?: ((line: Line) => ReactNode) | undefined
  showsCost: boolean
  /** Errors of empty boxes wait until the person tried to go on. */
  showsErrors: boolean
  disabled: boolean
  /** @param isBulk true where several boxes change at once */
  onEdit: (edits: readonly LineEdit[], isBulk: boolean) => void
  onUndo?: () => boolean
}

const HELP = SHEET_KEYS.map(([key, label]) => ({ key, label, run: () => {} }))

/** Amounts as in a spreadsheet: the keys move between them, fill down and paste from one; each line says at once what is wrong with it. */
export function PriceSheet<Line extends SheetLine>({
  columns,
  lines,
  onEdit,
  onUndo,
  ...props
}: PriceSheetProps<Line>) {
  const [note, setNote] = useState('')
  const latest = useRef({ lines, columns, onEdit })
  latest.current = { lines, columns, onEdit }
  const edit = useCallback((edits: readonly SheetEdit[], isBulk: boolean) => {
    const now = latest.current
    const named = edits.flatMap(({ row, column, fen }): LineEdit[] => {
      const [line, box] = [now.lines[row], now.columns[column]]
      return line && box ? [{ key: line.key, amount: box.key, fen }] : []
    })
    setNote('')
    if (named.length > 0) now.onEdit(named, isBulk)
  }, [])
  const size = useMemo(() => ({ rows: lines.length, columns: columns.length }), [lines.length, columns.length])
  const sheet = useSheet({
    size,
    amountAt: ({ row, column }) => {
      const box = columns[column]
      return box ? (lines[row]?.amounts[box.key] ?? null) : null
    },
    edit,
    undo: () => onUndo?.() ?? false,
    tell: setNote,
  })
  useShortcuts(HELP)
  return (
    <section className={styles.frame} aria-label={props.label}>
      <table className={styles.sheet}>
        <thead>
          <tr>
            <th scope="col" className={styles.ordinal}>
              行
            </th>
            <th scope="col">{props.head.title}</th>
            <th scope="col" className={styles.span}>
              参考价 / 区间
            </th>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col" className={styles.amount}>
                {title}
              </th>
            ))}
            {props.showsCost ? (
              <th scope="col" className={styles.margin}>
                赚
              </th>
            ) : null}
            <th scope="col" className={styles.said}>
              提醒
            </th>
            {props.tail ? (
              <th scope="col" className={styles.tail}>
                <span className="sr-only">操作</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody ref={sheet.body} {...sheet.handlers}>
          {lines.map((line, row) => (
            <SheetRow
              key={line.key}
              line={line}
              row={row}
              columns={columns}
              head={props.head.cell as (line: SheetLine) => ReactNode}
              tail={props.tail as ((line: SheetLine) => ReactNode) | undefined}
              showsCost={props.showsCost}
              showsErrors={props.showsErrors}
              disabled={props.disabled}
              marked={columns.findIndex((_, column) => isWithin(sheet.range, { row, column }))}
              edit={edit}
            />
          ))}
        </tbody>
      </table>
      {props.showsCost ? (
        <p className={styles.meaning}>赚：价格扣掉费用和成本。费用按通常的费率估，以闲鱼账单为准。</p>
      ) : null}
      <p className={styles.note} role="status">
        {note}
      </p>
    </section>
  )
}
