import { formatFen } from '@huanji/domain/money'
import { type ReactNode, useId } from 'react'
import { cx } from '../../components/class-names.ts'
import { MoneyInput } from '../../components/field/money-input.tsx'
import { amountInWords } from './amount-words.ts'
import styles from './price-boxes.module.css'
import type { PriceVerdict, TypedPrices } from './prices.ts'

interface PriceBoxProps {
  name: string
  /** Whose price it is, for people who cannot see the row. */
  label: string
  fen: number | null
  error: string
  disabled: boolean
  onChange: (fen: number | null) => void
}

/** An amount with its echo in large digits and in words: a missing digit shows (docs/domain.md §12). */
function PriceBox({ name, label, fen, error, disabled, onChange }: PriceBoxProps) {
  const id = useId()
  return (
    <div className={styles.box}>
      <label htmlFor={id}>{name}</label>
      <MoneyInput
        id={id}
        fen={fen}
        disabled={disabled}
        aria-label={`${name} ${label}`}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-echo`}
        onChange={onChange}
      />
      <p id={`${id}-echo`} className={cx(styles.echo, error !== '' && styles.error)}>
        {error || (fen === null ? '' : echo(fen))}
      </p>
    </div>
  )
}

function echo(fen: number): ReactNode {
  return (
    <>
      <b className="num">{formatFen(fen)}</b>
      <span>{amountInWords(fen)}</span>
    </>
  )
}

interface PriceBoxesProps {
  label: string
  prices: TypedPrices
  verdict: PriceVerdict
  /** Errors wait until the person tried to go on; the question shows at once. */
  showsErrors: boolean
  disabled: boolean
  onChange: (prices: TypedPrices) => void
}

/** Start and reserve price of one run. */
export function PriceBoxes({ label, prices, verdict, showsErrors, disabled, onChange }: PriceBoxesProps) {
  const errorOf = (error: string, fen: number | null) => (showsErrors || fen !== null ? error : '')
  return (
    <div className={styles.boxes}>
      <PriceBox
        name="起拍价"
        label={label}
        fen={prices.startFen}
        error={errorOf(verdict.startError, prices.startFen)}
        disabled={disabled}
        onChange={(startFen) => onChange({ ...prices, startFen })}
      />
      <PriceBox
        name="保底价"
        label={label}
        fen={prices.reserveFen}
        error={errorOf(verdict.reserveError, prices.reserveFen)}
        disabled={disabled}
        onChange={(reserveFen) => onChange({ ...prices, reserveFen })}
      />
      {verdict.question ? (
        <p className={styles.question} role="status">
          {verdict.question}
        </p>
      ) : null}
    </div>
  )
}
