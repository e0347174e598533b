import { exportTasks } from '@huanji/contract/features/export/calls'
import type { exportAction } from '@huanji/contract/features/export/rows'
import { EXPORT_STATES } from '@huanji/domain/states/export'
import { stateLabel } from '@huanji/domain/states/transition'
import type * as z from 'zod'
import { type ActionRules, moveOf, type Obstacle, wrongState } from '../../gateway/allowed-actions.ts'
import type { Actor } from '../../platform/actor.ts'
import { closedColumns, type ExportSources, mayExport } from '../export-source/source.ts'
import type { ExportTask } from './store.ts'

/** An export as somebody meets it. */
export interface ExportFacts extends Pick<ExportTask, 'state'> {
  /** What of the file is not theirs to read; null for nothing. */
  readonly closed: Obstacle | null
}

/** What of an export somebody may not have with the rights that they hold now; null for nothing. */
export function closedTo(
  sources: ExportSources,
  { kind, columns }: Pick<ExportTask, 'kind' | 'columns'>,
  actor: Actor,
): Obstacle | null {
  const source = sources.get(kind)
  if (source === undefined) return { code: 'EXPORT_NOT_GRANTED', values: { title: kind } }
  if (!mayExport(source, actor)) return { code: 'EXPORT_NOT_GRANTED', values: { title: source.title } }
  const closed = closedColumns(source, columns, actor)
  return closed.length === 0 ? null : { code: 'EXPORT_COLUMN_CLOSED', values: { columns: closed.join('、') } }
}

const stateText = (state: string): string => stateLabel(EXPORT_STATES, state) ?? state

/** What can be done with an export. */
export const EXPORT_ACTIONS: ActionRules<z.output<typeof exportAction>, ExportFacts> = {
  download: {
    label: '下载',
    call: exportTasks.link,
    obstacle: ({ state, closed }) => (state === 'ready' ? closed : wrongState(stateText(state), '下载')),
  },
  cancel: { label: '取消', call: exportTasks.cancel, move: moveOf(EXPORT_STATES, 'cancel') },
  retry: {
    label: '重试',
    call: exportTasks.retry,
    move: moveOf(EXPORT_STATES, 'retry'),
    obstacle: ({ closed }) => closed,
  },
}
