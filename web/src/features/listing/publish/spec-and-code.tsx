import type { ListableUnit } from '../types.ts'
import styles from './spec-and-code.module.css'

/** The second line of a phone: its variant, which gives way, and its code, which is always whole. */
export function SpecAndCode({ unit }: { unit: Pick<ListableUnit, 'skuText' | 'imei' | 'barCode'> }) {
  return (
    <span className={styles.line}>
      <span className={styles.spec}>{unit.skuText}</span>
      <span className="code">{unit.imei || unit.barCode}</span>
    </span>
  )
}
