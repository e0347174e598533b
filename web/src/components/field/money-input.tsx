import { type Fen, parseYuan } from '@huanji/domain/money'
import { type InputHTMLAttributes, useState } from 'react'
import { cx } from '../class-names.ts'
import styles from './field.module.css'

interface MoneyInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> {
  fen: Fen | null
  /** Null while the box is empty or holds no amount. */
  onChange: (fen: Fen | null) => void
}

/** Fen as a person types yuan: `1234.5` for 123450. */
const typedYuan = (fen: Fen | null): string => (fen === null ? '' : (fen / 100).toFixed(2).replace(/\.?0+$/, ''))

/** Letters and other signs leave the box: nothing of them is an amount. */
const amountText = (text: string): string => text.replace(/[^\d.,¥-]/g, '')

/** A box for an amount in yuan with at most two decimals. What was typed stays as typed while it means the same amount. */
export function MoneyInput({ fen, onChange, className, ...rest }: MoneyInputProps) {
  const [typed, setTyped] = useState(() => typedYuan(fen))
  const shown = parseYuan(typed) === fen ? typed : typedYuan(fen)
  return (
    <span className={cx(styles.money, className)}>
      <span aria-hidden="true">¥</span>
      <input
        {...rest}
        className={cx(styles.input, 'num')}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        onChange={(event) => {
          const text = amountText(event.target.value)
          setTyped(text)
          onChange(parseYuan(text))
        }}
      />
    </span>
  )
}
