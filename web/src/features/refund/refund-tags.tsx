import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { REFUND_TONES, refundLabel } from './refund-labels.ts'
import styles from './refund-tags.module.css'
import type { RefundRow } from './types.ts'

/** Where a verdict stands, as short as a row has room for. */
const VERDICT_WORDS = { judging: '判定中', awaitingSeller: '待选方案' } as const

/** A case's state and the verdict it waits for; 待批准 stands first, because a person's word is all that is missing. */
export function RefundStateTag({ refund }: { refund: Pick<RefundRow, 'state' | 'verdict' | 'awaitsApproval'> }) {
  const { state, verdict, awaitsApproval } = refund
  return (
    <span className={styles.tags}>
      {awaitsApproval ? <StateTag tone="danger">待批准</StateTag> : null}
      <StateTag tone={REFUND_TONES[state]}>{refundLabel(state)}</StateTag>
      {verdict === 'judging' || verdict === 'awaitingSeller' ? (
        <StateTag tone="info">{VERDICT_WORDS[verdict]}</StateTag>
      ) : null}
    </span>
  )
}
