import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import field from '../../../components/field/field.module.css'
import styles from './bulk-tools.module.css'
import { byPercent } from './cells.ts'
import type { AmountKey, LineEdit, SheetLine } from './lines.ts'

type Priced = Pick<SheetLine, 'key' | 'amounts'>

interface BulkToolsProps {
  lines: readonly Priced[]
  /** Takes edits that one key can take back. */
  edit: (edits: readonly LineEdit[]) => void
  undo: () => boolean
  disabled: boolean
  /** What else changes many lines at once; before 撤销. */
  more?: ReactNode
  /** What changes the lines themselves; at the end. */
  end?: ReactNode
}

/** Every amount of the lines raised or lowered. */
export function percentEdits(lines: readonly Priced[], percent: number): LineEdit[] {
  return lines.flatMap(({ key, amounts }) =>
    Object.entries(amounts).flatMap(([amount, fen]) =>
      typeof fen === 'number' ? [{ key, amount: amount as AmountKey, fen: byPercent(fen, percent) }] : [],
    ),
  )
}

/** The amounts of the first line in all of them. */
export function firstEdits([first, ...others]: readonly Priced[]): LineEdit[] {
  const amounts = Object.entries(first?.amounts ?? {})
  return others.flatMap(({ key }) =>
    amounts.map(([amount, fen]) => ({ key, amount: amount as AmountKey, fen: fen ?? null })),
  )
}

/** A percentage that was typed, between -50 and 50; null for anything else. */
function percentOf(typed: string): number | null {
  if (!/^[-+]?\d{1,2}(\.\d)?$/.test(typed.trim())) return null
  const percent = Number(typed)
  return percent === 0 || Math.abs(percent) > 50 ? null : percent
}

/** What changes many prices of a sheet at once. */
export function BulkTools({ lines, edit, undo, disabled, more, end }: BulkToolsProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const percent = percentOf(typed)
  return (
    <div className={styles.line}>
      <Button
        small
        disabled={disabled || lines.length < 2}
        onClick={() => edit(firstEdits(lines))}
        title="第一行的价格填到下面各行"
      >
        首行填到全部
      </Button>
      <span className={styles.percent}>
        <label htmlFor={id}>整体调价</label>
        <input
          id={id}
          className={field.input}
          inputMode="decimal"
          placeholder="-5"
          value={typed}
          disabled={disabled}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span>%</span>
        <Button small disabled={disabled || percent === null} onClick={() => edit(percentEdits(lines, percent ?? 0))}>
          应用
        </Button>
      </span>
      {more}
      <Button small tone="quiet" disabled={disabled} title="Ctrl Z" onClick={undo}>
        撤销
      </Button>
      {end}
    </div>
  )
}
