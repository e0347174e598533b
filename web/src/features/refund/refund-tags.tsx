import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { REFUND_TONES } from './refund-labels.ts'
import styles from './refund-tags.module.css'
import type { RefundRow } from './types.ts'

/** Where a verdict stands, as short as a row has room for. */
const VERDICT_WORDS = { judging: '平台判定中', awaitingSeller: '等您选办法' } as const

/** A case's state and the verdict it waits for; 待批准 stands first, because a person's word is all that is missing. */
export function RefundStateTag({
  refund,
}: {
  refund: Pick<RefundRow, 'state' | 'stateText' | 'verdict' | 'awaitsApproval'>
}) {
  const { state, stateText, verdict, awaitsApproval } = refund
  return (
    <span className={styles.tags}>
      {awaitsApproval ? <StateTag tone="danger">待批准</StateTag> : null}
      <StateTag tone={REFUND_TONES[state]}>{stateText}</StateTag>
      {verdict === 'judging' || verdict === 'awaitingSeller' ? (
        <StateTag tone="info">{VERDICT_WORDS[verdict]}</StateTag>
      ) : null}
    </span>
  )
}
