import { Icon } from '../../../components/icon/icon.tsx'
import styles from './publish-results.module.css'
import type { RowOutcome } from './use-publish.ts'

/** An answer for each row that was sent last, the refused ones first. */
export function PublishResults({ outcomes }: { outcomes: readonly RowOutcome[] }) {
  if (outcomes.length === 0) return null
  const failed = outcomes.filter(({ ok }) => !ok)
  const ordered = [...failed, ...outcomes.filter(({ ok }) => ok)]
  return (
    <details className={styles.results} open={failed.length > 0}>
      <summary>
        成功 {outcomes.length - failed.length} 件，失败 {failed.length} 件
        {failed.length > 0 ? '。失败的还在表格里，改好后可再次发布。' : ''}
      </summary>
      <ul>
        {ordered.map(({ key, name, ok, message }) => (
          <li key={key} className={ok ? styles.done : styles.failed}>
            <Icon name={ok ? 'check' : 'alert'} size={14} />
            <span>{name}</span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
