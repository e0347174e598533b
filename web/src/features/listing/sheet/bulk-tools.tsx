import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import field from '../../../components/field/field.module.css'
import styles from './bulk-tools.module.css'
import { byPercent } from './cells.ts'
import type { AmountKey, LineEdit, SheetLine } from './lines.ts'

type Priced = Pick<SheetLine, 'key' | 'amounts' | 'like'>

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

/** The lines below the first that price the same model and capacity: the price of another one is no price for it. */
const likeFirst = ([first, ...others]: readonly Priced[]): Priced[] => others.filter(({ like }) => like === first?.like)

/** The amounts of the first line in those of the same model and capacity. */
export function firstEdits(lines: readonly Priced[]): LineEdit[] {
  const amounts = Object.entries(lines[0]?.amounts ?? {})
  return likeFirst(lines).flatMap(({ key }) =>
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
  const isRefused = typed.trim() !== '' && percent === null
  const alike = likeFirst(lines).length
  const isAll = alike === lines.length - 1
  return (
    <div className={styles.line}>
      <Button
        small
        disabled={disabled || alike === 0}
        onClick={() => edit(firstEdits(lines))}
        title={alike === 0 ? '下面没有和第一行同机型、同容量的' : '和第一行同机型、同容量的，都用第一行的价'}
      >
        {isAll ? '全部' : '同款'}用第一行的价{alike === 0 ? '' : `（${alike + 1} 行）`}
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
          aria-invalid={isRefused}
          aria-describedby={`${id}-why`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span>%</span>
        <Button small disabled={disabled || percent === null} onClick={() => edit(percentEdits(lines, percent ?? 0))}>
          应用
        </Button>
      </span>
      <span id={`${id}-why`} className={styles.why} role="status">
        {isRefused ? '请填 -50 到 50 之间的数，不能是 0：-5 是都降 5%' : ''}
      </span>
      {more}
      <Button small tone="quiet" disabled={disabled} title="Ctrl Z" onClick={undo}>
        撤销
      </Button>
      {end}
    </div>
  )
}
