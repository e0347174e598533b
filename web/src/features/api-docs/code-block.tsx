import { Button } from '../../components/button/button.tsx'
import { copyText } from '../../components/copy/copy-text.ts'
import styles from './api-docs.module.css'

/** A text for a machine, and a button to copy it. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <div className={styles.code}>
      <Button small aria-label={`复制${what}`} onClick={() => void copyText(text)}>
        复制
      </Button>
      <section aria-label={what}>
        <pre>{text}</pre>
      </section>
    </div>
  )
}
