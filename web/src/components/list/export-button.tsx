import { Button } from '../button/button.tsx'
import { type Selection, useTicks } from './selection.ts'

interface ExportButtonProps<Row> {
  rows: readonly Row[] | undefined
  selection: Selection<Row>
  exportRows: (rows: readonly Row[]) => Promise<void>
  /** Opens the question for everything that the filter finds; null where there is no such export. */
  exportAll: (() => Promise<void>) | null
}

/**
 * Exports the ticked rows; without any, what the filter finds, as a file made in the background, or the page's rows where
 * the list has no such export.
 */
export function ExportButton<Row>({ rows = [], selection, exportRows, exportAll }: ExportButtonProps<Row>) {
  const ticked = [...useTicks(selection).rows.values()].map(({ row }) => row)
  const isWhole = ticked.length === 0 && exportAll !== null
  const chosen = ticked.length > 0 ? ticked : rows
  const what = ticked.length > 0 ? `导出所选 ${ticked.length} 条` : isWhole ? '导出' : `导出本页 ${rows.length} 条`
  return (
    <Button
      tone="quiet"
      icon="download"
      aria-label={what}
      aria-haspopup={isWhole ? 'dialog' : undefined}
      title={isWhole ? '导出筛选结果' : what}
      disabled={chosen.length === 0}
      onClick={() => void (isWhole ? exportAll() : exportRows(chosen))}
    />
  )
}
