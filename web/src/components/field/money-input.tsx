import { type Fen, parseYuan } from '@huanji/domain/money'
import { type InputHTMLAttributes, useId, useState } from 'react'
import { cx } from '../class-names.ts'
import { isComposed } from '../input-method.ts'
import styles from './field.module.css'

/** What is said of a text that is no amount. */
export const UNREADABLE_AMOUNT = '请输入正确的金额'

interface MoneyInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> {
  fen: Fen | null
  /**
   * Null while the box is empty or holds no amount. `isReadable` tells the two apart: it is false for a text that is no
   * amount, which must not be kept as nothing.
   */
  onChange: (fen: Fen | null, isReadable: boolean) => void
}

/** Fen as a person types yuan: `1234.5` for 123450. */
const typedYuan = (fen: Fen | null): string => (fen === null ? '' : (fen / 100).toFixed(2).replace(/\.?0+$/, ''))

/** Letters and other signs leave the box: nothing of them is an amount. */
const amountText = (text: string): string => text.replace(/[^\d.,¥-]/g, '')

const isReadable = (text: string): boolean => text === '' || parseYuan(text) !== null

/**
 * A box for an amount in yuan with at most two decimals. What was typed stays as typed while it means the same amount. On
 * leaving it and with Enter, a text that is no amount is marked; where no other line describes the box, the sentence stands
 * under it.
 */
export function MoneyInput({ fen, onChange, className, ...rest }: MoneyInputProps) {
  const noteId = useId()
  const [typed, setTyped] = useState(() => typedYuan(fen))
  const [isDone, setDone] = useState(false)
  const shown = parseYuan(typed) === fen ? typed : typedYuan(fen)
  const isWrong = isDone && !isReadable(shown)
  const { 'aria-invalid': invalid, 'aria-describedby': describedBy } = rest
  const isTold = isWrong && describedBy === undefined
  return (
    <span className={cx(styles.money, isTold && styles.told, className)}>
      <span aria-hidden="true">¥</span>
      <input
        {...rest}
        className={cx(styles.input, 'num')}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isWrong || invalid}
        aria-describedby={isTold ? noteId : describedBy}
        value={shown}
        onChange={(event) => {
          const text = amountText(event.target.value)
          setTyped(text)
          setDone(false)
          onChange(parseYuan(text), isReadable(text))
        }}
        onBlur={(event) => {
          setDone(true)
          rest.onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposed(event)) setDone(true)
          rest.onKeyDown?.(event)
        }}
      />
      {isTold ? (
        <span id={noteId} className={styles.unreadable} role="alert">
          {UNREADABLE_AMOUNT}
        </span>
      ) : null}
    </span>
  )
}
