import { Button } from '../../button/button.tsx'
import { cx } from '../../class-names.ts'
import { Dialog } from '../../overlay/dialog.tsx'
import type { ActionOutcome } from '../action.ts'
import styles from './results.module.css'
import { UndoButton, type UndoOffer } from './undo.tsx'

interface ResultsDialogProps {
  name: string
  outcomes: readonly ActionOutcome[]
  /** Takes back what succeeded, while it is offered. */
  undo: UndoOffer | null
  onClose: () => void
}

type Result = 'failed' | 'skipped' | 'done'

const WORDS: Readonly<Record<Result, string>> = { failed: '失败', skipped: '跳过', done: '成功' }

const RESULT_CLASSES: Readonly<Record<Result, string | undefined>> = {
  failed: styles.failed,
  skipped: styles.skipped,
  done: styles.done,
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
            知道了
          </Button>
        </>
      }
    >
      <table className={styles.results}>
        <thead>
          <tr>
            <th scope="col">对象</th>
            <th scope="col">结果</th>
            <th scope="col">原因</th>
          </tr>
        </thead>
        <tbody>
          {[...failed, ...skipped, ...done].map((outcome) => (
            <tr key={outcome.label} data-result={resultOf(outcome)}>
              <td>{outcome.label}</td>
              <td className={cx(styles.result, RESULT_CLASSES[resultOf(outcome)])}>{WORDS[resultOf(outcome)]}</td>
              <td>{outcome.message || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
