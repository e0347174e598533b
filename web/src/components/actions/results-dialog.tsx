import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import type { ActionOutcome } from './action.ts'
import styles from './actions.module.css'

interface ResultsDialogProps {
  name: string
  outcomes: readonly ActionOutcome[]
  onClose: () => void
}

/** What became of each row of a bulk action, failures first with their reasons. */
export function ResultsDialog({ name, outcomes, onClose }: ResultsDialogProps) {
  const failed = outcomes.filter((outcome) => !outcome.ok)
  const done = outcomes.filter((outcome) => outcome.ok)
  return (
    <Dialog
      title={`${name}：成功 ${done.length}，失败 ${failed.length}`}
      onClose={onClose}
      widthPx={560}
      footer={
        <Button tone="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <ul className={styles.results}>
        {[...failed, ...done].map((outcome) => (
          <li key={outcome.label} className={outcome.ok ? styles.ok : styles.failed}>
            <Icon name={outcome.ok ? 'check' : 'close'} />
            <span className="code">{outcome.label}</span>
            <span>{outcome.message || (outcome.ok ? '成功' : '失败')}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
