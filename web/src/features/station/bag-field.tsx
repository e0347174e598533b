import { useId } from 'react'
import { cx } from '../../components/class-names.ts'
import field from '../../components/field/field.module.css'
import type { TypedBag } from '../inspection/bag/bag-check.ts'
import { BagFault } from '../inspection/bag/bag-fault.tsx'
import styles from './finish-line.module.css'

interface BagFieldProps {
  /** What stands in the box: typed so far, or scanned whole. */
  typed: string
  bag: TypedBag
  onChange: (typed: string) => void
}

/**
 * The bag's code: usually scanned from anywhere on the page, typed where no scanner is at hand. The box holds nothing
 * of its own, so that whatever is scanned takes the place of what stands in it.
 */
export function BagField({ typed, bag, onChange }: BagFieldProps) {
  const id = useId()
  return (
    <div className={styles.line}>
      <label htmlFor={id}>封袋码</label>
      <input
        id={id}
        className={cx(field.input, 'code')}
        data-field="bagCode"
        autoComplete="off"
        placeholder="直接扫描封袋码，可稍后补"
        maxLength={40}
        aria-invalid={bag.fault !== ''}
        aria-describedby={`${id}-fault`}
        value={typed}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-fault`} className={styles.fault} aria-live="polite">
        <BagFault {...bag} />
      </span>
    </div>
  )
}
