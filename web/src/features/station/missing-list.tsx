import { cx } from '../../components/class-names.ts'
import { Icon } from '../../components/icon/icon.tsx'
import styles from './missing-list.module.css'

/** One thing that is still missing, and the way to it. */
export interface Missing {
  readonly key: string
  readonly text: string
  /** `must` keeps the phone from being submitted; `later` may follow after it. */
  readonly level: 'must' | 'later'
  readonly go: () => void
}

const LEVELS = [
  ['must', '提交前必填'],
  ['later', '可稍后补'],
] as const

/** What is still missing before the phone is done; each entry leads there. */
export function MissingList({ missing }: { missing: readonly Missing[] }) {
  if (missing.length === 0) {
    return (
      <p className={styles.done}>
        <Icon name="check" /> 已齐全，可以提交
      </p>
    )
  }
  return LEVELS.map(([level, title]) => {
    const entries = missing.filter((entry) => entry.level === level)
    if (entries.length === 0) return null
    return (
      <div key={level} className={cx(styles.level, level === 'must' && styles.must)}>
        <p>{title}</p>
        <ul aria-label={title}>
          {entries.map((entry) => (
            <li key={entry.key}>
              <button type="button" onClick={entry.go}>
                {entry.text}
              </button>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
