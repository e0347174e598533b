import { countUnits } from '@huanji/domain/listing-texts'
import { useId } from 'react'
import { cx } from '../../../components/class-names.ts'
import field from '../../../components/field/field.module.css'
import styles from './counted-text.module.css'

interface CountedTextProps {
  label: string
  text: string
  maxUnits: number
  lines?: number
  /** Why the marketplace would not take it; empty while it would. */
  error: string
  /** What the marketplace punishes; empty without. */
  warning: string
  disabled: boolean
  onChange: (text: string) => void
}

/** A text with its length as the marketplace counts it: a Chinese character is two. */
export function CountedText(props: CountedTextProps) {
  const { label, text, maxUnits, lines = 1, error, warning, disabled, onChange } = props
  const id = useId()
  const units = countUnits(text)
  const shared = {
    id,
    className: field.input,
    value: text,
    disabled,
    'aria-invalid': error !== '',
    'aria-describedby': `${id}-count`,
  }
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
        <b aria-hidden="true">*</b>
      </label>
      {lines > 1 ? (
        <textarea {...shared} rows={lines} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input {...shared} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
      )}
      <span id={`${id}-count`} className={styles.line}>
        <span className={error === '' ? styles.warning : styles.error} aria-live="polite">
          {error || warning}
        </span>
        <span className={cx('num', units > maxUnits && styles.error)} title="一个汉字按2个算，字母和数字按1个算">
          {units} / {maxUnits}（汉字算2）
        </span>
      </span>
    </div>
  )
}
