import { Button } from '../../components/button/button.tsx'
import styles from './form-parts.module.css'

interface OtherWayProps {
  question: string
  name: string
  go: () => void
}

/** The line under a form that leads to another one. */
export function OtherWay({ question, name, go }: OtherWayProps) {
  return (
    <p className={styles.other}>
      {question}
      <Button tone="link" onClick={go}>
        {name}
      </Button>
    </p>
  )
}
