import { cx } from '../class-names.ts'
import styles from './result-rows.module.css'

export type Result = 'failed' | 'skipped' | 'done'

/** What became of a row, or of several that it is said of together. */
export interface ResultRow {
  /** What a person knows it by. */
  readonly label: string
  readonly result: Result
  readonly message: string
}

const WORDS: Readonly<Record<Result, string>> = { failed: '失败', skipped: '跳过', done: '成功' }

const CLASSES: Readonly<Record<Result, string | undefined>> = {
  failed: styles.failed,
  skipped: styles.skipped,
  done: styles.done,
}

/** The head and the rows of a table of results; the table itself belongs to who shows it. */
export function ResultRows({ rows }: { rows: readonly ResultRow[] }) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">对象</th>
          <th scope="col">结果</th>
          <th scope="col" className={styles.reason}>
            原因
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, result, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name, and their order is fixed
          <tr key={index} className={cx(result === 'skipped' && styles.passed)} data-result={result}>
            <td>{label}</td>
            <td className={cx(styles.result, CLASSES[result])}>{WORDS[result]}</td>
            <td>{message || '—'}</td>
          </tr>
        ))}
      </tbody>
    </>
  )
}
