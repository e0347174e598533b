import { linkTo, PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { can } from '../../session/session.ts'
import styles from './refund-no.module.css'

interface RefundNoProps {
  refundNo: string
  /** Stands there instead of the number, where there is little room. */
  word?: string
}

/** An after-sale case's number, which leads to the case where it may be seen. */
export function RefundNo({ refundNo, word }: RefundNoProps) {
  if (refundNo === '') return <span className="muted">—</span>
  const number = word ?? <span className="code">{refundNo}</span>
  if (!can(PAGES.refunds.path)) return number
  const link = linkTo('refunds', { code: refundNo })
  return word === undefined ? (
    <Link to={link}>{number}</Link>
  ) : (
    <Link className={styles.word} to={link} title={`售后单 ${refundNo}`}>
      {number}
    </Link>
  )
}
