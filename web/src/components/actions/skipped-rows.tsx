import styles from './results.module.css'

interface SkippedRowsProps {
  /** 可下架 10，跳过 10（竞拍中 8，草稿 2） */
  text: string
  lines: readonly { readonly label: string; readonly reason: string }[]
}

/** What an action will and will not be done for, before it is; every row that is passed over by its name. */
export function SkippedRows({ text, lines }: SkippedRowsProps) {
  return (
    <div className={styles.fit}>
      <p>
        <b>{text}</b>
      </p>
      <details>
        <summary>查看跳过的 {lines.length} 条</summary>
        <ul>
          {lines.map(({ label, reason }) => (
            <li key={label}>
              <span>{label}</span>
              <span className="muted">{reason}</span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
