import { cx } from '../../components/class-names.ts'
import { Icon } from '../../components/icon/icon.tsx'
import { type Desired, DesiredMark } from './desired.tsx'
import styles from './goods-cell.module.css'

interface GoodsCellProps {
  title: string
  coverUrl: string | null
  /** Why it is not on sale though it should be; in red under the title. */
  failure?: string
  /** What the marketplace has still to confirm, or refused; says more than `failure` and stands in its place. */
  desired?: Desired | null
}

/** A thing on sale as a list names it: its picture and its title. */
export function GoodsCell({ title, coverUrl, failure, desired = null }: GoodsCellProps) {
  return (
    <span className={styles.goods} title={failure || title}>
      {coverUrl ? (
        <img className={styles.cover} src={coverUrl} alt="" width={30} height={40} loading="lazy" decoding="async" />
      ) : (
        <span className={cx(styles.cover, styles.none)}>
          <Icon name="camera" size={14} />
        </span>
      )}
      <span className={styles.name}>
        {title}
        {desired ? <DesiredMark desired={desired} /> : null}
        {failure && !desired ? <span className={styles.failure}>{failure}</span> : null}
      </span>
    </span>
  )
}
