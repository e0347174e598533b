import type { GroupInfo } from '@huanji/contract/reference/reference'
import { cx } from '../../components/class-names.ts'
import styles from './api-docs.module.css'

interface CallListProps {
  groups: readonly GroupInfo[]
  /** The path of the call that is shown; empty for the introduction. */
  chosen: string
  choose: (path: string) => void
}

/** Every call by group, and the introduction over them. */
export function CallList({ groups, chosen, choose }: CallListProps) {
  const entry = (path: string, title: string, isClosed = false) => (
    <li key={path}>
      <button
        type="button"
        className={cx(styles.call, isClosed && styles.closed)}
        aria-current={path === chosen ? 'page' : undefined}
        title={path || undefined}
        onClick={() => choose(path)}
      >
        {title}
      </button>
    </li>
  )
  return (
    <nav className={styles.list} aria-label="接口">
      <ul>{entry('', '调用方法')}</ul>
      {groups.map(({ group, title, calls }) => (
        <section key={group} aria-label={title}>
          <h3>{title}</h3>
          <ul>{calls.map((call) => entry(call.path, call.title, call.closedBecause !== null))}</ul>
        </section>
      ))}
      {groups.length === 0 ? <p className="muted">没有找到，换个说法试试。</p> : null}
    </nav>
  )
}
