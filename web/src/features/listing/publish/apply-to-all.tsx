import { useId, useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import { MoneyInput } from '../../../components/field/money-input.tsx'
import type { TypedPrices } from '../prices.ts'
import styles from './apply-to-all.module.css'
import { asLot, asSingles, LOT_MAX, type PublishRow, suggestedPrices, withPrices } from './publish-rows.ts'

interface ApplyToAllProps {
  rows: readonly PublishRow[]
  setRows: (rows: readonly PublishRow[]) => void
  disabled: boolean
}

/** Whether the chosen units are sold one by one or together as a lot. */
function LotSwitch({ rows, setRows, disabled }: ApplyToAllProps) {
  const unitCount = rows.reduce((sum, row) => sum + row.units.length, 0)
  if (rows.some((row) => row.units.length > 1)) {
    return (
      <Button small tone="quiet" disabled={disabled} onClick={() => setRows(asSingles(rows))}>
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
      onClick={() => setRows(asLot(rows))}
    >
      打包成一件
    </Button>
  )
}

/** Prices for every row at once, and whether the units are sold one by one or together. */
export function ApplyToAll({ rows, setRows, disabled }: ApplyToAllProps) {
  const startId = useId()
  const reserveId = useId()
  const [typed, setTyped] = useState<TypedPrices>({ startFen: null, reserveFen: null })
  const apply = () =>
    setRows(
      rows.map((row) =>
        withPrices(row, {
          startFen: typed.startFen ?? row.prices.startFen,
          reserveFen: typed.reserveFen ?? row.prices.reserveFen,
        }),
      ),
    )
  return (
    <div className={styles.line}>
      <label htmlFor={startId}>统一起拍价</label>
      <MoneyInput
        id={startId}
        className={styles.price}
        fen={typed.startFen}
        disabled={disabled}
        onChange={(startFen) => setTyped({ ...typed, startFen })}
      />
      <label htmlFor={reserveId}>统一保底价</label>
      <MoneyInput
        id={reserveId}
        className={styles.price}
        fen={typed.reserveFen}
        disabled={disabled}
        onChange={(reserveFen) => setTyped({ ...typed, reserveFen })}
      />
      <Button small disabled={disabled || (typed.startFen === null && typed.reserveFen === null)} onClick={apply}>
        应用到全部
      </Button>
      <Button
        small
        tone="quiet"
        disabled={disabled}
        onClick={() => setRows(rows.map((row) => withPrices(row, suggestedPrices(row.units))))}
      >
        恢复建议价
      </Button>
      <LotSwitch rows={rows} setRows={setRows} disabled={disabled} />
    </div>
  )
}
