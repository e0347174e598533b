import { useId, useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import field from '../../../components/field/field.module.css'
import { byPercent } from '../sheet/cells.ts'
import type { AmountKey, LineEdit } from '../sheet/lines.ts'
import type { PublishKind } from './publish-kinds.ts'
import { asLot, asSingles, LOT_MAX, type PublishRow, withEdits, withSuggestions } from './publish-rows.ts'
import styles from './sheet-tools.module.css'

interface SheetToolsProps {
  kind: PublishKind
  rows: readonly PublishRow[]
  /** Takes rows that one key can take back. */
  change: (rows: readonly PublishRow[]) => void
  undo: () => boolean
  disabled: boolean
}

/** Whether the chosen units are sold one by one or together as a lot. */
function LotSwitch({ rows, change, disabled }: SheetToolsProps) {
  const unitCount = rows.reduce((sum, row) => sum + row.units.length, 0)
  if (rows.some((row) => row.units.length > 1)) {
    return (
      <Button small tone="quiet" disabled={disabled} onClick={() => change(asSingles(rows))}>
        拆成单台
      </Button>
    )
  }
  return (
    <Button
      small
      tone="quiet"
      disabled={disabled || unitCount < 2 || unitCount > LOT_MAX}
      title={unitCount > LOT_MAX ? `一件商品最多${LOT_MAX}台` : undefined}
      onClick={() => change(asLot(rows))}
    >
      打包成一件
    </Button>
  )
}

/** Every amount of the rows raised or lowered. */
function percentEdits(rows: readonly PublishRow[], percent: number): LineEdit[] {
  return rows.flatMap(({ lines }) =>
    lines.flatMap(({ key, amounts }) =>
      Object.entries(amounts).flatMap(([amount, fen]) =>
        typeof fen === 'number' ? [{ key, amount: amount as AmountKey, fen: byPercent(fen, percent) }] : [],
      ),
    ),
  )
}

/** The amounts of the first line in all of them. */
function firstEdits(rows: readonly PublishRow[]): LineEdit[] {
  const [first, ...others] = rows.flatMap(({ lines }) => lines)
  const amounts = Object.entries(first?.amounts ?? {})
  return others.flatMap(({ key }) =>
    amounts.map(([amount, fen]) => ({ key, amount: amount as AmountKey, fen: fen ?? null })),
  )
}

/** A whole percentage that was typed, between -50 and 50; null for anything else. */
function percentOf(typed: string): number | null {
  if (!/^[-+]?\d{1,2}(\.\d)?$/.test(typed.trim())) return null
  const percent = Number(typed)
  return percent === 0 || Math.abs(percent) > 50 ? null : percent
}

/** What changes many prices at once, and whether units are sold one by one or together. */
export function SheetTools(props: SheetToolsProps) {
  const { kind, rows, change, undo, disabled } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const percent = percentOf(typed)
  const hasMany = rows.flatMap(({ lines }) => lines).length > 1
  return (
    <div className={styles.line}>
      <Button
        small
        disabled={disabled || !hasMany}
        onClick={() => change(withEdits(rows, firstEdits(rows)))}
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
        <Button
          small
          disabled={disabled || percent === null}
          onClick={() => change(withEdits(rows, percentEdits(rows, percent ?? 0)))}
        >
          应用
        </Button>
      </span>
      <Button small tone="quiet" disabled={disabled} onClick={() => change(withSuggestions(rows))}>
        恢复建议价
      </Button>
      <Button small tone="quiet" disabled={disabled} title="Ctrl Z" onClick={undo}>
        撤销
      </Button>
      {kind === 'auction' ? <LotSwitch {...props} /> : null}
    </div>
  )
}
