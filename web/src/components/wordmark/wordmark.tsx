import { cx } from '../class-names.ts'
import styles from './wordmark.module.css'

/** The product's sign and name: a phone with a tick in gold. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <span className={cx(styles.wordmark, className)}>
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect className={styles.ground} width="32" height="32" rx="8" />
        <rect className={styles.phone} x="10" y="5.5" width="12" height="21" rx="3" />
        <path className={styles.tick} d="M13 17l2.4 2.4L19.4 14" />
      </svg>
      <b>焕机</b>
      <span>商家后台</span>
    </span>
  )
}
