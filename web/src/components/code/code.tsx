import { CopyButton } from '../copy/copy-button.tsx'
import styles from './code.module.css'

/**
 * A number a person would paste elsewhere, with its copy icon; a dash stands for one that there is not.
 * `what` names it: IMEI.
 */
export function Code({ text, what }: { text: string | null; what: string }) {
  return (
    <span className={styles.pair}>
      {text ? <span className="code">{text}</span> : <span className="muted">—</span>}
      <CopyButton text={text ?? ''} what={what} />
    </span>
  )
}
