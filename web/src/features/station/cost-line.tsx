import type { Channel } from '@huanji/domain/channel'
import { type Fen, formatFen } from '@huanji/domain/money'
import { useEffect, useState } from 'react'
import { MoneyInput } from '../../components/field/money-input.tsx'
import styles from './cost-line.module.css'
import line from './finish-line.module.css'
import { keepTypedCost, typedCostOf } from './typed-cost.ts'

interface CostLineProps {
  channel: Channel
  code: string
  /** What it is known to have cost, such as from an import: it stands unless another is typed. */
  knownFen: Fen | null
}

/** 成本价 of the phone at the station, for whoever may know it: optional, and kept for the next phones when asked. */
export function CostLine({ channel, code, knownFen }: CostLineProps) {
  const [cost, setCost] = useState(() => typedCostOf(channel, code))
  useEffect(() => keepTypedCost(channel, cost), [channel, cost])
  return (
    <div className={line.line}>
      <span>成本价</span>
      <span className={styles.cost}>
        <MoneyInput
          fen={cost.fen}
          aria-label="成本价"
          placeholder={knownFen === null ? '选填' : `已录入 ${formatFen(knownFen)}`}
          onChange={(fen, isReadable) => setCost({ ...cost, fen, isReadable })}
        />
        <label className={styles.kept}>
          <input
            type="checkbox"
            checked={cost.isKept}
            onChange={(event) => setCost({ ...cost, isKept: event.target.checked })}
          />
          本批沿用
        </label>
      </span>
    </div>
  )
}
