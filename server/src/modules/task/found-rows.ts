import type { CallSpec } from '@huanji/contract/call'
import { COUNT_CAP } from '@huanji/contract/constants'
import { ROW_NAMINGS } from '@huanji/contract/list-columns'
import type { CallContext, OneStepHandler } from '../../gateway/handler.ts'
import type { BulkCall } from './bulk-calls.ts'

/** A row that a task is to do, or to pass over. */
export interface FoundRow {
  readonly rowId: string
  /** What a person knows it by. */
  readonly label: string
  /** Why it does not allow the action as it stands; null when it does. */
  readonly obstacle: string | null
}

/** What a filter found, in the list's order. */
export interface Found {
  readonly rows: readonly FoundRow[]
  /** There are more than a task takes. */
  readonly isCapped: boolean
}

const LABEL_CHARACTERS = 120

function found({ list, idField, allowed, title }: BulkCall, row: Record<string, unknown>): FoundRow {
  const naming = ROW_NAMINGS.get(list)
  if (naming === undefined) throw new Error(`no feature says what the rows of ${list} are called`)
  const { label, reason } = naming(row as never, allowed)
  const isAllowed = (row.allowedActions as readonly string[]).includes(allowed)
  return {
    rowId: String(row[idField]),
    label: label.slice(0, LABEL_CHARACTERS),
    obstacle: isAllowed ? null : `${reason}，不能${title}`,
  }
}

interface Page {
  readonly list: readonly Record<string, unknown>[]
  readonly nextCursor: string | null
}

/**
 * The rows that a filter finds now, as the list answers them to the actor: at most 10,000 of them, in one page that no
 * caller could ask for, since each further page would find the rows by a statement of its own.
 */
export async function findRows(
  context: CallContext,
  action: BulkCall,
  filter: Readonly<Record<string, unknown>>,
  excludedIds: readonly string[],
): Promise<Found> {
  const list = action.lists.run as OneStepHandler<CallSpec, CallContext>
  const excluded = new Set(excludedIds)
  const page = (await list(context, { ...filter, page: 1, pageSize: COUNT_CAP + excluded.size })) as Page
  const rows = page.list.map((row) => found(action, row)).filter(({ rowId }) => !excluded.has(rowId))
  return { rows: rows.slice(0, COUNT_CAP), isCapped: page.nextCursor !== null || rows.length > COUNT_CAP }
}
