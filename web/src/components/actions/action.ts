import type { BulkActionKey } from '@huanji/contract/bulk-actions'
import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import type { QueryClient } from '@tanstack/react-query'
import type { NavigateFunction } from 'react-router'
import { errorText } from '../../api/refusal.ts'
import { can } from '../../session/session.ts'
import type { ConfirmText } from '../confirm/confirm.tsx'
import type { IconName } from '../icon/icon.tsx'

/** What an action may use: going elsewhere, and keeping what is on screen true. */
export interface ActionContext<Row> {
  readonly navigate: NavigateFunction
  readonly queries: QueryClient
  /** Changes one row where it stands: the list neither jumps nor reloads. */
  readonly updateRow: (row: Row, change: (row: Row) => Row) => void
  /** Asks the server for the list or record again. */
  readonly refresh: () => Promise<void>
}

/** How the action went for one row; `label` is what a person knows the row by, such as its order number. */
export interface ActionOutcome {
  readonly label: string
  readonly ok: boolean
  /** What to do next when it failed, or why it was passed over; may be empty on success. */
  readonly message: string
  /** True where it was not tried, because the row does not allow it. */
  readonly isSkipped?: true
}

/** What people call a row, and what keeps it from being acted on. */
export interface RowWords<Row> {
  /** What a person knows the row by. */
  readonly label: (row: Row) => string
  /** The state a row is in, in words; absent where rows have none. */
  readonly state?: ((row: Row) => string) | undefined
}

/** What rows can be allowed, as the contract names it in their `allowedActions`. */
type AllowedAction = OutputOf<ActingCalls[keyof ActingCalls]>['list'][number]['allowedActions'][number]

interface ActingCalls {
  readonly listing: Calls['goods']['list']
  readonly order: Calls['auctionOrder']['list']
  readonly inspection: Calls['detRecord']['getDetectRecordList']
  readonly batch: Calls['batch']['getMultiDetRecordList']
  readonly employee: Calls['employee']['list']
  readonly role: Calls['role']['list']
  readonly apiKey: Calls['programKeys']['list']
  readonly address: Calls['address']['list']
  readonly export: Calls['goodsExport']['list']
  readonly shop: Calls['shop']['list']
  readonly finding: Calls['billCheck']['list']
  readonly refund: Calls['refund']['list']
  readonly stockImport: Calls['importedStock']['list']
}

/** Everything that a filter finds: how many rows, and the list call's input without paging. */
interface FoundRows {
  readonly count: number
  readonly filter: Readonly<Record<string, unknown>>
}

/**
 * One definition of something that can be done, feeding the row's buttons, the bulk bar, the detail's header, the
 * shortcut and the palette:
 *
 *     export const voidInspection = defineAction<InspectionRow>({
 *       key: 'void',
 *       name: '作废',
 *       icon: 'trash',
 *       tone: 'danger',
 *       shortcut: 'v',
 *       grant: '/xySaasDetect/detRecord/deleteDetRecord',
 *       allowed: 'seal',
 *       bulk: true,
 *       confirm: (rows) => ({ title: '作废质检单', body: `将作废${rows.length}条记录，不能恢复。`, ok: '作废', tone: 'danger' }),
 *       run: (rows, { updateRow }) =>
 *         eachRow(rows, (row) => row.inspectionNo, async (row) => {
 *           const { version } = await api.detRecord.deleteDetRecord({ inspectionId: row.inspectionId }, { handles: 'all' })
 *           updateRow(row, (old) => ({ ...old, state: 'voided', version }))
 *         }),
 *     })
 *
 * An action that needs a form opens its drawer in `run` with `openOverlay`.
 */
export interface Action<Row> {
  readonly key: string
  /** A verb, in Chinese. */
  readonly name: string
  /** What it is called where it stands for one row, as far as that says more. */
  readonly nameOf?: (row: Row) => string
  readonly icon?: IconName
  readonly tone?: 'plain' | 'primary' | 'danger'
  /** One key, active while a row has the focus, rows are ticked, or the detail is open. */
  readonly shortcut?: string
  /** The interface id it needs, or any of several; without it neither button nor shortcut is there, whatever the rows. */
  readonly grant?: string | readonly string[]
  /** What the server calls it: it is offered for the rows whose `allowedActions` hold it. Absent means for every row. */
  readonly allowed?: AllowedAction
  /** Whether it is what such a row needs, among actions that the same `allowed` opens. Absent means for every row. */
  readonly suits?: (row: Row) => boolean
  /** Also offered for several ticked rows at once. */
  readonly bulk?: boolean
  /** What long work for everything that a filter finds calls it; absent where rows must be chosen one by one. */
  readonly task?: BulkActionKey
  /**
   * For a task: asks once for everything that the action needs for all rows (`asks` in BULK_ACTIONS), in the place of
   * the plain question. Undefined: given up.
   */
  readonly ask?: (found: FoundRows) => Promise<Readonly<Record<string, unknown>> | undefined>
  /** False for what only makes sense for several rows. */
  readonly single?: boolean
  /** Undefined for rows of which `run` asks itself. */
  readonly confirm?: (rows: readonly Row[]) => ConfirmText | Promise<ConfirmText> | undefined
  /** Does it. Outcomes are shown row by row; without outcomes the action tells the person itself. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an action that tells the person itself returns nothing
  readonly run: (rows: readonly Row[], context: ActionContext<Row>) => Promise<readonly ActionOutcome[] | void> | void
  /**
   * Takes back what `run` did to these rows, given as they were before it; offered for a few seconds afterwards. Absent
   * where it cannot be taken back.
   */
  readonly undo?: (rows: readonly Row[], context: ActionContext<Row>) => Promise<readonly ActionOutcome[]>
}

/** Gives the action back, with its row type checked. */
export const defineAction = <Row>(action: Action<Row>): Action<Row> => action

/** True when the person holds the action's grant. */
export const isGranted = <Row>({ grant }: Action<Row>): boolean =>
  grant === undefined || (typeof grant === 'string' ? can(grant) : grant.some(can))

/** True when the row allows the action now, as the server said with the row, and is one that the action suits. */
export function isAllowed<Row>({ allowed, suits }: Action<Row>, row: Row): boolean {
  if (suits && !suits(row)) return false
  if (allowed === undefined) return true
  const { allowedActions = [] } = row as { readonly allowedActions?: readonly string[] }
  return allowedActions.includes(allowed)
}

/** The actions to offer for one row: granted, meant for a single row, and allowed by it. */
export function actionsForRow<Row>(actions: readonly Action<Row>[], row: Row): Action<Row>[] {
  return actions
    .filter((action) => action.single !== false && isGranted(action) && isAllowed(action, row))
    .map((action) => (action.nameOf ? { ...action, name: action.nameOf(row) } : action))
}

/** The actions to offer for ticked rows: granted, meant for several, and allowed by at least one of them. */
export function actionsForRows<Row>(actions: readonly Action<Row>[], rows: readonly Row[]): Action<Row>[] {
  return actions.filter((action) => action.bulk && isGranted(action) && rows.some((row) => isAllowed(action, row)))
}

const AT_ONCE = 4

/**
 * Does something for each row, a few at a time, and gives one outcome a row in the rows' order.
 * A refusal or a lost connection fails its own row only.
 */
export async function eachRow<Row>(
  rows: readonly Row[],
  labelOf: (row: Row) => string,
  // biome-ignore lint/suspicious/noConfusingVoidType: most work has nothing to add to its success
  work: (row: Row) => Promise<string | void>,
): Promise<ActionOutcome[]> {
  const outcomes: ActionOutcome[] = []
  const waiting = rows.entries()
  const worker = async () => {
    for (const [index, row] of waiting) {
      try {
        outcomes[index] = { label: labelOf(row), ok: true, message: (await work(row)) ?? '' }
      } catch (error) {
        outcomes[index] = { label: labelOf(row), ok: false, message: errorText(error) }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, worker))
  return outcomes
}
