import { confirm } from '../confirm/confirm.tsx'
import { openOverlay } from '../overlay/overlay-host.tsx'
import { toast } from '../toast/toast.tsx'
import { type Action, type ActionContext, type ActionOutcome, isAllowed } from './action.ts'
import { ResultsDialog } from './results-dialog.tsx'

/** Rows the action does not fit are named as failed too, so that nothing ticked is passed over in silence. */
function refusedByState<Row>(action: Action<Row>, rows: readonly Row[], labelOf: (row: Row) => string) {
  return rows
    .filter((row) => !isAllowed(action, row))
    .map((row): ActionOutcome => ({ label: labelOf(row), ok: false, message: `当前状态不能${action.name}` }))
}

/**
 * Runs an action for rows: asks first where it says so, and shows how it went: a toast for one row that succeeded,
 * a list row by row otherwise.
 * @param labelOf what a person knows a row by
 */
export async function runAction<Row>(
  action: Action<Row>,
  rows: readonly Row[],
  context: ActionContext<Row>,
  labelOf: (row: Row) => string,
): Promise<void> {
  const fitting = rows.filter((row) => isAllowed(action, row))
  if (fitting.length === 0) return
  if (action.confirm && !(await confirm(action.confirm(fitting)))) return
  const outcomes = await action.run(fitting, context)
  if (!outcomes) return
  const all = [...outcomes, ...refusedByState(action, rows, labelOf)]
  const only = all.length === 1 ? all[0] : undefined
  if (only) {
    toast(only.ok ? 'success' : 'error', only.message || `${action.name}${only.ok ? '成功' : '失败'}`)
    return
  }
  await openOverlay((close) => <ResultsDialog name={action.name} outcomes={all} onClose={close} />)
}
