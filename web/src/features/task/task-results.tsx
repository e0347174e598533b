import { type ResultRow, ResultRows } from '../../components/actions/result-rows.tsx'
import { cx } from '../../components/class-names.ts'
import { ScrollTable } from '../../components/table/table.tsx'
import styles from './task.module.css'
import type { TaskDetail } from './task-words.ts'

/** What did not work, row by row, then what was passed over, by its reason. Rows that worked are only counted. */
export function TaskResults({ task }: { task: TaskDetail }) {
  const { failures, skips, failedCount } = task
  if (failures.length + skips.length === 0) return null
  const rows: ResultRow[] = [
    ...failures.map((failure) => ({ ...failure, result: 'failed' as const })),
    ...skips.map(({ count, message }) => ({
      label: `${count.toLocaleString('en')} 条`,
      result: 'skipped' as const,
      message,
    })),
  ]
  return (
    <div className={styles.results}>
      <ScrollTable label="失败和跳过的记录">
        <ResultRows rows={rows} />
      </ScrollTable>
      {failedCount > failures.length ? (
        <p className={cx('muted', styles.rest)}>
          共 {failedCount.toLocaleString('en')} 条失败，这里是前 {failures.length} 条。
        </p>
      ) : null}
    </div>
  )
}
