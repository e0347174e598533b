import { Button } from '../button/button.tsx'
import { type Selection, useTicks } from './selection.ts'

interface ExportButtonProps<Row> {
  rows: readonly Row[] | undefined
  selection: Selection<Row>
  exportRows: (rows: readonly Row[]) => Promise<void>
}

/** Exports what is seen: the ticked rows, or those of the page. */
export function ExportButton<Row>({ rows = [], selection, exportRows }: ExportButtonProps<Row>) {
  const ticked = [...useTicks(selection).rows.values()].map(({ row }) => row)
  const chosen = ticked.length > 0 ? ticked : rows
  const what = ticked.length > 0 ? `导出所选 ${ticked.length} 条` : `导出本页 ${rows.length} 条`
  return (
    <Button
      tone="quiet"
      icon="download"
      aria-label={what}
      title={what}
      disabled={chosen.length === 0}
      onClick={() => void exportRows(chosen)}
    />
  )
}
