import { Link } from 'react-router'
import { EmptyState } from './empty-state.tsx'
import styles from './id-missing.module.css'

interface IdMissingProps {
  /** What the address should have held: 订单号. */
  what: string
  /** The list to open it from instead: its name, and where it is. */
  list: string
  to: string
}

/** A page of one thing, opened by an address that does not say which. */
export function IdMissing({ what, list, to }: IdMissingProps) {
  return (
    <>
      <EmptyState tone="error" title={`地址里没有${what}`} hint={`请从${list}打开。`} />
      <p className={styles.back}>
        <Link to={to}>回到{list}</Link>
      </p>
    </>
  )
}
