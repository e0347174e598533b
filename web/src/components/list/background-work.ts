import type { BulkActionKey } from '@huanji/contract/bulk-actions'
import type { ExportKindKey } from '@huanji/contract/export-kinds'

/** What is to be done for every row that a filter finds. */
export interface TaskRequest {
  readonly action: BulkActionKey
  /** The input of the list's call without paging. */
  readonly filter: Readonly<Record<string, unknown>>
  /** Rows that were unticked, at most 1,000. */
  readonly excludedIds?: readonly string[]
  /** What the action asks for once for all rows (`asks` in BULK_ACTIONS). */
  readonly input?: Readonly<Record<string, unknown>>
}

interface ColumnChoice {
  readonly key: string
  readonly title: string
  /** The list shows it at the moment. */
  readonly isShown: boolean
}

export interface ExportQuestion {
  readonly kind: ExportKindKey
  /** The list call's input without paging. */
  readonly filter: Readonly<Record<string, unknown>>
  readonly total: number
  readonly totalIsCapped: boolean
  /** All that the person may see, in their order. */
  readonly columns: readonly ColumnChoice[]
  /** The rows on screen, which are saved at once. */
  readonly page: { readonly rows: number; readonly save: () => void }
}

/** What lists hand on: work on everything that a filter finds. */
interface BackgroundWork {
  readonly startTask: (request: TaskRequest) => Promise<void>
  readonly askExport: (question: ExportQuestion) => Promise<void>
}

let work: BackgroundWork | null = null

/** Tells the lists who does their background work; once, by the shell around them. */
export function setBackgroundWork(given: BackgroundWork): void {
  work = given
}

/** @throws Error where no shell has said who does it */
export function backgroundWork(): BackgroundWork {
  if (work === null) throw new Error('nobody does background work: setBackgroundWork was not called')
  return work
}
