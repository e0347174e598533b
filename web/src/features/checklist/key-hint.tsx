import styles from './key-hint.module.css'

/** The one key that does what the thing beside it says; for the eye alone, the key itself is announced by the button. */
export function KeyHint({ text }: { text: string | null }) {
  return (
    <span className={styles.hint} aria-hidden="true">
      {text}
    </span>
  )
}
