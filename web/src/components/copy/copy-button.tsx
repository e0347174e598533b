import styles from './copy.module.css'
import { copyText } from './copy-text.ts'

/** A small copy icon, or nothing where there is nothing to copy; `what` names the thing for people who cannot see it: 订单号. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  if (text === '') return null
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={`复制${what}`}
      title="复制"
      onClick={() => void copyText(text)}
    />
  )
}
