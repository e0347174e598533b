import { Button } from '../button/button.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import type { ActionOutcome } from './action.ts'
import { type Result, ResultRows } from './result-rows.tsx'
import styles from './results.module.css'
import { UndoButton, type UndoOffer } from './undo.tsx'

interface ResultsDialogProps {
  name: string
  outcomes: readonly ActionOutcome[]
  /** Takes back what succeeded, while it is offered. */
  undo: UndoOffer | null
  onClose: () => void
}

const resultOf = ({ ok, isSkipped }: ActionOutcome): Result => (ok ? 'done' : isSkipped ? 'skipped' : 'failed')

/** What became of each row of a bulk action: failures first, then what was passed over, then what succeeded. */
export function ResultsDialog({ name, outcomes, undo, onClose }: ResultsDialogProps) {
  const of = (result: Result) => outcomes.filter((outcome) => resultOf(outcome) === result)
  const [failed, skipped, done] = [of('failed'), of('skipped'), of('done')]
  const passedOver = skipped.length > 0 ? `，跳过 ${skipped.length}` : ''
  return (
    <Dialog
      title={`${name}：成功 ${done.length}，失败 ${failed.length}${passedOver}`}
      onClose={onClose}
      widthPx={720}
      footer={
        <>
          {undo ? <UndoButton offer={undo} onUndone={onClose} /> : null}
          <Button tone="primary" onClick={onClose}>
            看完了
          </Button>
        </>
      }
    >
      <table className={styles.results}>
        <ResultRows
          rows={[...failed, ...skipped, ...done].map((outcome) => ({ ...outcome, result: resultOf(outcome) }))}
        />
      </table>
    </Dialog>
  )
}
