import styles from './form-parts.module.css'

/** What to correct, over a form's button; the line keeps its height, so nothing moves. */
export function FormNote({ text }: { text: string }) {
  return (
    <p className={styles.note} role="alert">
      {text}
    </p>
  )
}
