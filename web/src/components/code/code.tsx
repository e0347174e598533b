import { CopyButton } from '../copy/copy-button.tsx'
import styles from './code.module.css'

/** A number a person would paste elsewhere, with its copy icon; a dash where there is none. `what` names it: IMEI. */
export function Code({ text, what }: { text: string | null; what: string }) {
  if (!text) return <span className="muted">—</span>
  return (
    <span className={styles.pair}>
      <span className="code">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}
