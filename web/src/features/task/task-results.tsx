import { cx } from '../../components/class-names.ts'
import { ScrollTable } from '../trade/table.tsx'
import styles from './task.module.css'
import type { TaskDetail } from './task-words.ts'

/** What did not work, row by row, then what was passed over, by its reason. Rows that worked are only counted. */
export function TaskResults({ task }: { task: TaskDetail }) {
  const { failures, skips, failedCount } = task
  if (failures.length + skips.length === 0) return null
  return (
    <div className={styles.results}>
      <ScrollTable label="失败和跳过的记录">
        <thead>
          <tr>
            <th scope="col">对象</th>
            <th scope="col">结果</th>
            <th scope="col">原因</th>
          </tr>
        </thead>
        <tbody>
          {failures.map(({ label, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name, and their order is fixed
            <tr key={index}>
              <td>{label}</td>
              <td className={styles.failed}>失败</td>
              <td className={styles.reason}>{message}</td>
            </tr>
          ))}
          {skips.map(({ message, count }) => (
            <tr key={message} className="muted">
              <td>{count.toLocaleString('en')} 条</td>
              <td>跳过</td>
              <td className={styles.reason}>{message}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {failedCount > failures.length ? (
        <p className={cx('muted', styles.rest)}>
          共 {failedCount.toLocaleString('en')} 条失败，这里是前 {failures.length} 条。
        </p>
      ) : null}
    </div>
  )
}
