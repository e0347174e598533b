import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './sub-line.module.css'

interface SubLineProps {
  /** The whole line is a code, in the type of codes. */
  code?: boolean
  children: ReactNode
}

/** The smaller second line of a cell: the SKU under the model, the bar code under the IMEI. */
export const SubLine = ({ code = false, children }: SubLineProps) => (
  <span className={cx(styles.line, code && 'code')}>{children}</span>
)
