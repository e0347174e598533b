import { REFERENCE_SOURCES } from '@huanji/domain/listing/price-reference'
import { marginOf } from '@huanji/domain/listing/price-rules'
import type { Fen } from '@huanji/domain/money'
import { memo, type ReactNode, useId } from 'react'
import { cx } from '../../../components/class-names.ts'
import { MoneyInput } from '../../../components/field/money-input.tsx'
import { Money } from '../../../components/money/money.tsx'
import { SubLine } from '../../trade/sub-line.tsx'
import type { SheetEdit } from './cells.ts'
import { dealAmount, type LineTone, type PriceSpan, type SheetColumn, type SheetLine, wordOf } from './lines.ts'
import { PriceHelp } from './price-help.tsx'
import styles from './price-sheet.module.css'

/** Whole yuan without the sign: a column of them is read faster. */
const yuan = (fen: Fen): string => (fen / 100).toLocaleString('en-US', { maximumFractionDigits: 0 })

function Span({ span }: { span: PriceSpan | null }) {
  if (span === null) return <span className="muted">无参考价</span>
  return (
    <>
      <Money fen={span.referenceFen} />
      <SubLine>
        <span className="num">
          {yuan(span.lowFen)}–{yuan(span.highFen)}
        </span>
      </SubLine>
      <SubLine>{REFERENCE_SOURCES[span.source]}</SubLine>
    </>
  )
}

function Margin({ line: { amounts, costFen } }: { line: SheetLine }) {
  const deal = dealAmount(amounts)
  const margin = deal === null ? null : marginOf(deal, costFen)
  if (margin === null) return <span className="muted">{costFen === null ? '无成本' : '—'}</span>
  return (
    <span className={margin.fen < 0 ? styles.loss : undefined}>
      <span className="num">{margin.percent}%</span>
      <SubLine>
        <Money fen={margin.fen} />
      </SubLine>
    </span>
  )
}

interface SheetRowProps {
  line: SheetLine
  row: number
  columns: readonly SheetColumn[]
  head: (line: SheetLine) => ReactNode
  tail?: ((line: SheetLine) => ReactNode) | undefined
  showsCost: boolean
  showsErrors: boolean
  disabled: boolean
  /** The column in which the box of this row belongs to the range that was marked; -1 without. */
  marked: number
  edit: (edits: readonly SheetEdit[], isBulk: boolean) => void
}

const ROW_CLASSES: Readonly<Record<LineTone, string | undefined>> = {
  wrong: styles.wrong,
  doubt: styles.doubtful,
  fine: undefined,
}

function PlainRow({ line, row, columns, head, tail, showsCost, showsErrors, disabled, marked, edit }: SheetRowProps) {
  const saidId = useId()
  const said = wordOf(line, showsErrors)
  return (
    <tr className={ROW_CLASSES[said.tone]} data-tone={said.tone} aria-label={line.name}>
      <td className={cx(styles.ordinal, 'num')}>{row + 1}</td>
      <td>{head(line)}</td>
      <td className={styles.span}>
        <Span span={line.span} />
      </td>
      {columns.map(({ key, title }, column) => {
        const fen = line.amounts[key] ?? null
        const error = line.verdict.errors[key] ?? ''
        return (
          <td key={key} className={cx(styles.amount, column === marked && styles.marked)}>
            <MoneyInput
              data-cell={`${row}:${column}`}
              fen={fen}
              disabled={disabled}
              aria-label={`${title} ${line.name}`}
              aria-invalid={error !== '' && (showsErrors || fen !== null)}
              aria-describedby={saidId}
              onChange={(typed) => edit([{ row, column, fen: typed }], false)}
            />
          </td>
        )
      })}
      {showsCost ? (
        <td className={styles.margin}>
          <Margin line={line} />
        </td>
      ) : null}
      <td className={styles.said}>
        <span id={saidId} className={styles.sentence} title={said.text || undefined}>
          {said.text}
        </span>
        {line.goods ? <PriceHelp goods={line.goods} name={line.name} /> : null}
      </td>
      {tail ? <td className={styles.tail}>{tail(line)}</td> : null}
    </tr>
  )
}

/** One line of a sheet; typing in one renders that one only. */
export const SheetRow = memo(PlainRow)
