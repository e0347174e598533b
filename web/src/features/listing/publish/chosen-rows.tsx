import { formatFen } from '@huanji/domain/money'
import { memo } from 'react'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { FailureNote } from '../../trade/note.tsx'
import { SubLine } from '../../trade/sub-line.tsx'
import { PriceBoxes } from '../price-boxes.tsx'
import { priceBand, type TypedPrices } from '../prices.ts'
import styles from './chosen-rows.module.css'
import { judgeRow, type PublishRow, referenceOf, rowName } from './publish-rows.ts'

interface ChosenRowProps {
  row: PublishRow
  showsErrors: boolean
  disabled: boolean
  change: (key: string, prices: TypedPrices) => void
  remove: (inspectionId: string) => void
}

function Reference({ row }: { row: PublishRow }) {
  const reference = referenceOf(row)
  if (reference === null) return <p className="muted">目录没有这个规格的参考价，请按行情填写</p>
  const { lowFen, highFen } = priceBand(reference)
  return (
    <p className={styles.reference}>
      参考价 <b className="num">{formatFen(reference)}</b>
      <span className="muted">
        常见区间 <span className="num">{formatFen(lowFen)}</span> – <span className="num">{formatFen(highFen)}</span>
      </span>
    </p>
  )
}

function ChosenRowContent({ row, showsErrors, disabled, change, remove }: ChosenRowProps) {
  return (
    <li className={cx(styles.chosen, row.failure !== '' && styles.failed)} aria-label={rowName(row)}>
      <ul className={styles.units}>
        {row.units.map((unit) => (
          <li key={unit.inspectionId}>
            <GradeBadge grade={unit.grade} />
            <span className={styles.name}>
              {unit.modelName} {unit.skuText}
              <SubLine>
                <span className="code">{unit.imei || unit.barCode}</span>
                {unit.bagCode ? ` · 封袋 ${unit.bagCode}` : ''}
                {unit.shopName ? ` · ${unit.shopName}` : ''}
              </SubLine>
            </span>
            <Button
              tone="quiet"
              small
              icon="close"
              disabled={disabled}
              aria-label={`移除 ${unit.modelName} ${unit.imei || unit.barCode}`}
              onClick={() => remove(unit.inspectionId)}
            />
          </li>
        ))}
      </ul>
      <Reference row={row} />
      <PriceBoxes
        label={rowName(row)}
        prices={row.prices}
        verdict={judgeRow(row)}
        showsErrors={showsErrors}
        disabled={disabled}
        onChange={(prices) => change(row.key, prices)}
      />
      <FailureNote text={row.failure} />
    </li>
  )
}

/** One listing to be, with its prices; typing in one row renders that row only. */
export const ChosenRow = memo(ChosenRowContent)
