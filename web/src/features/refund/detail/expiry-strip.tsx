import { cx } from '../../../components/class-names.ts'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import { TURN_LABELS } from '../refund-labels.ts'
import type { RefundDetail } from '../types.ts'
import styles from './expiry-strip.module.css'

/** Whose turn it is, how long, and what the marketplace does by itself when the time is over. */
export function ExpiryStrip({ refund: { expiry, deadlineAt } }: { refund: RefundDetail }) {
  if (expiry === null) return null
  return (
    <section className={cx(styles.strip, expiry.turn === 'merchant' && styles.merchant)} aria-label="处理时限">
      <span className="muted">{TURN_LABELS[expiry.turn]}</span>
      {deadlineAt === null ? null : <Countdown deadlineAt={deadlineAt} />}
      <span className={styles.then}>
        {expiry.turn === 'marketplace' ? '' : '到期后：'}
        {expiry.words}
      </span>
    </section>
  )
}
