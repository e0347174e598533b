import { Link } from 'react-router'
import { Note } from '../../components/note/note.tsx'
import { refundLink } from '../links/refund-links.ts'
import type { RefundRow } from './types.ts'

/** What came before a case of its order, in one sentence; empty for the first. */
export const pastText = ({ earlier }: Pick<RefundRow, 'earlier'>): string =>
  earlier === null ? '' : `本单第${earlier.ordinal}次售后；上次：${earlier.text}`

/** The buyer's cases, where there are several: a buyer who asks often is looked at twice. */
export const buyerCasesText = ({ buyerCaseCount }: Pick<RefundRow, 'buyerCaseCount'>): string =>
  buyerCaseCount > 1 ? `共${buyerCaseCount}次售后` : ''

/** Says on its own page that a case is not the first of its order, and leads to the one before. */
export function PastNote({ refund }: { refund: Pick<RefundRow, 'earlier' | 'channel'> }) {
  const { earlier, channel } = refund
  if (earlier === null) return null
  return (
    <Note tone="warning">
      <span>
        这是{pastText(refund)}。<Link to={refundLink({ refundId: earlier.refundId, channel })}>看上次售后</Link>
      </span>
    </Note>
  )
}
