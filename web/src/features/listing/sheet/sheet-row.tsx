import { leftOfPrice } from '@huanji/domain/fees/left-of-price'
import { REFERENCE_SOURCES } from '@huanji/domain/listing/price-reference'
import { type Fen, formatFen } from '@huanji/domain/money'
import { memo, type ReactNode, useId, useState } from 'react'
import { cx } from '../../../components/class-names.ts'
import { MoneyInput, UNREADABLE_AMOUNT } from '../../../components/field/money-input.tsx'
import { Money } from '../../../components/money/money.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import type { SheetEdit } from './cells.ts'
import {
  type AmountKey,
  dealAmount,
  type LineTone,
  type PriceSpan,
  type SheetColumn,
  type SheetLine,
  wordOf,
} from './lines.ts'
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

/** 赚: what is left of the price after the fees and the cost, with how it comes about. */
function Left({ line: { amounts, costFen, terms } }: { line: SheetLine }) {
  const priceFen = dealAmount(amounts)
  const left = priceFen === null ? null : leftOfPrice(priceFen, costFen, terms)
  if (left === null || left.fen === null || costFen === null) {
    return <span className="muted">{costFen === null ? '无成本' : '—'}</span>
  }
  const { feesFen, netFen, fen, percent } = left
  return (
    <span
      className={fen < 0 ? styles.loss : undefined}
      title={`费用约${formatFen(feesFen)}，到手约${formatFen(netFen)}，成本${formatFen(costFen)}`}
    >
      <span className="num">{percent}%</span>
      <SubLine>
        <Money fen={fen} />
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

type Keys = ReadonlySet<AmountKey>

/** What was done with the boxes of a row: a box that was left empty, or with no amount in it, is wrong from then on. */
function useBoxes() {
  const [left, setLeft] = useState<Keys>(new Set())
  const [unreadable, setUnreadable] = useState<Keys>(new Set())
  return {
    isLeft: (key: AmountKey) => left.has(key),
    leave: (key: AmountKey) => setLeft((had) => (had.has(key) ? had : new Set([...had, key]))),
    type: (key: AmountKey, isReadable: boolean) =>
      setUnreadable((had) => {
        if (had.has(key) !== isReadable) return had
        const others = [...had].filter((one) => one !== key)
        return new Set(isReadable ? others : [...others, key])
      }),
    wordOf: (line: SheetLine, showsErrors: boolean) => {
      const isTold = (key: AmountKey) => (showsErrors || left.has(key)) && (line.amounts[key] ?? null) === null
      return [...unreadable].some(isTold)
        ? ({ text: UNREADABLE_AMOUNT, tone: 'wrong' } as const)
        : wordOf(line, showsErrors || ((key) => left.has(key)))
    },
  }
}

function PlainRow({ line, row, columns, head, tail, showsCost, showsErrors, disabled, marked, edit }: SheetRowProps) {
  const saidId = useId()
  const boxes = useBoxes()
  const said = boxes.wordOf(line, showsErrors)
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
              aria-invalid={error !== '' && (showsErrors || fen !== null || boxes.isLeft(key))}
              aria-describedby={saidId}
              onBlur={() => boxes.leave(key)}
              onChange={(typed, isReadable) => {
                boxes.type(key, isReadable)
                edit([{ row, column, fen: typed }], false)
              }}
            />
          </td>
        )
      })}
      {showsCost ? (
        <td className={styles.margin}>
          <Left line={line} />
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
