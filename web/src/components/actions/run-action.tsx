import { errorText, isRefusal } from '../../api/refusal.ts'
import { type ConfirmText, confirm } from '../confirm/confirm.tsx'
import { openOverlay } from '../overlay/overlay-host.tsx'
import { toast } from '../toast/toast.ts'
import type { Action, ActionContext, ActionOutcome, RowWords } from './action.ts'
import { type Fit, fitOf, fitText, reasonOf } from './fit.ts'

const loadSkipped = () => import('./skipped-rows.tsx')
const loadResults = () => import('./results-dialog.tsx')
const loadUndo = () => import('./undo.tsx')

/** What is asked before rows are passed over: nothing that was ticked is left out in silence. */
async function withSkipped<Row>(
  action: Action<Row>,
  fit: Fit<Row>,
  words: RowWords<Row>,
  asked: ConfirmText | undefined,
): Promise<ConfirmText> {
  const { SkippedRows } = await loadSkipped()
  const lines = fit.skipped.map((row) => ({ label: words.label(row), reason: reasonOf(action, row, words) }))
  return {
    title: asked?.title ?? `批量${action.name}？`,
    ok: asked?.ok ?? '继续',
    tone: asked?.tone ?? 'primary',
    body: (
      <>
        <SkippedRows text={fitText(action, fit, words)} lines={lines} />
        {asked?.body}
      </>
    ),
  }
}

/** Asks where there is something to ask; true without waiting where there is nothing. */
function agreement<Row>(action: Action<Row>, fit: Fit<Row>, words: RowWords<Row>): true | Promise<boolean> {
  const asked = action.confirm?.(fit.fitting)
  return asked === undefined && fit.skipped.length === 0 ? true : asking(action, fit, words, asked)
}

async function asking<Row>(
  action: Action<Row>,
  fit: Fit<Row>,
  words: RowWords<Row>,
  asked: ReturnType<NonNullable<Action<Row>['confirm']>>,
): Promise<boolean> {
  const text = await asked
  if (fit.skipped.length > 0) return confirm(await withSkipped(action, fit, words, text))
  return text === undefined || confirm(text)
}

/** Shows how it went: a toast for one row, a table row by row for several; `undo` stands beside it where there is one. */
async function showOutcomes(
  name: string,
  outcomes: readonly ActionOutcome[],
  undo: (() => Promise<void>) | null,
): Promise<void> {
  const offer = undo ? (await loadUndo()).offerUndo(undo) : null
  const only = outcomes.length === 1 ? outcomes[0] : undefined
  if (only) {
    toast(only.ok ? 'success' : 'error', only.message || `${name}${only.ok ? '成功' : '失败'}`)
  } else {
    const { ResultsDialog } = await loadResults()
    await openOverlay((close) => <ResultsDialog name={name} outcomes={outcomes} undo={offer} onClose={close} />)
  }
  if (offer) (await loadUndo()).showUndo(offer, `已${name}`)
}

/** Runs an action, and says so where no answer came; a refusal that it did not handle was shown when it came (`send`). */
async function outcomesOf<Row>(action: Action<Row>, rows: readonly Row[], context: ActionContext<Row>) {
  try {
    return await action.run(rows, context)
  } catch (error) {
    if (!isRefusal(error)) toast('error', errorText(error))
    return undefined
  }
}

/**
 * Runs an action for rows: asks first where it says so or where it passes rows over, with the reasons; and shows how it
 * went for each of them. What can be taken back is offered so for a few seconds.
 */
export async function runAction<Row>(
  action: Action<Row>,
  rows: readonly Row[],
  context: ActionContext<Row>,
  words: RowWords<Row>,
): Promise<void> {
  const fit = fitOf(action, rows)
  if (fit.fitting.length === 0) return
  const isAgreed = agreement(action, fit, words)
  if (isAgreed !== true && !(await isAgreed)) return
  const outcomes = await outcomesOf(action, fit.fitting, context)
  if (!outcomes) return
  const skipped = fit.skipped.map(
    (row): ActionOutcome => ({
      label: words.label(row),
      ok: false,
      message: reasonOf(action, row, words),
      isSkipped: true,
    }),
  )
  // outcomes come in the rows' order
  const done = fit.fitting.filter((_, index) => outcomes[index]?.ok)
  const { undo } = action
  const takeBack = undo && done.length > 0 ? () => undoWith(() => undo(done, context), action.name) : null
  await showOutcomes(action.name, [...outcomes, ...skipped], takeBack)
}

async function undoWith(undo: () => Promise<readonly ActionOutcome[]>, name: string): Promise<void> {
  const outcomes = await undo()
  if (outcomes.every(({ ok }) => ok)) toast('success', `已撤销${name}`)
  else await showOutcomes(`撤销${name}`, outcomes, null)
}
