import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { FailedState } from '../empty/failed-state.tsx'
import styles from './detail.module.css'

interface DetailPendingProps<Data> {
  /** What `useQuery` gives. */
  query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => Promise<unknown> }
  children: (data: Data) => ReactNode
  /** What stands there meanwhile; a skeleton of a detail page unless given. */
  waiting?: ReactNode
}

/** What was asked for once it is there; before that a place-holder, and an error with 重试 when it fails. */
export function DetailPending<Data>({ query, children, waiting = <Skeleton /> }: DetailPendingProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <FailedState error={query.error} retry={query.refetch} />
  return waiting
}

/** In a dialog, which is too small for a skeleton. */
export const LOADING = (
  <p className="muted" role="status">
    正在加载…
  </p>
)

function Skeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.wait} />
      <div className={cx(styles.wait, styles.tall)} />
      <div className={cx(styles.wait, styles.tall)} />
    </div>
  )
}
