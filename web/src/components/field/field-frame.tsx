import type { ReactNode, Ref } from 'react'
import { cx } from '../class-names.ts'
import styles from './field.module.css'

interface FieldFrameProps {
  /** The box's id; the line under it has `${id}-note` for `aria-describedby`. */
  id: string
  label: string
  required?: boolean
  hint?: string
  error?: string
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** A label, its box, and one line under it for a hint or an error; the line keeps its height, so nothing moves. */
export function FieldFrame({ id, label, required, hint, error, children, ref }: FieldFrameProps) {
  return (
    <div ref={ref} className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required ? <b aria-hidden="true">*</b> : null}
      </label>
      {children}
      <span id={`${id}-note`} className={cx(styles.note, Boolean(error) && styles.error)} aria-live="polite">
        {error || hint}
      </span>
    </div>
  )
}
