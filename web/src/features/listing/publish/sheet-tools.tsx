import { Button } from '../../../components/button/button.tsx'
import { BulkTools } from '../sheet/bulk-tools.tsx'
import type { PublishKind } from './publish-kinds.ts'
import { asLot, asSingles, LOT_MAX, likeOfLine, type PublishRow, withEdits, withSuggestions } from './publish-rows.ts'

interface SheetToolsProps {
  kind: PublishKind
  rows: readonly PublishRow[]
  /** Takes rows that one key can take back. */
  change: (rows: readonly PublishRow[]) => void
  undo: () => boolean
  disabled: boolean
}

/** Whether the chosen units are sold one by one or together as a lot. */
function LotSwitch({ rows, change, disabled }: SheetToolsProps) {
  const unitCount = rows.reduce((sum, row) => sum + row.units.length, 0)
  if (rows.some((row) => row.units.length > 1)) {
    return (
      <Button small tone="quiet" disabled={disabled} onClick={() => change(asSingles(rows))}>
        拆成单台
      </Button>
    )
  }
  return (
    <Button
      small
      tone="quiet"
      disabled={disabled || unitCount < 2 || unitCount > LOT_MAX}
      title={unitCount > LOT_MAX ? `一件商品最多${LOT_MAX}台` : undefined}
      onClick={() => change(asLot(rows))}
    >
      打包成一件
    </Button>
  )
}

/** What changes many prices at once, and whether units are sold one by one or together. */
export function SheetTools(props: SheetToolsProps) {
  const { kind, rows, change, undo, disabled } = props
  return (
    <BulkTools
      lines={rows.flatMap(({ lines }) => lines.map((line) => ({ ...line, like: likeOfLine(line) })))}
      edit={(edits) => change(withEdits(rows, edits))}
      undo={undo}
      disabled={disabled}
      more={
        <Button small tone="quiet" disabled={disabled} onClick={() => change(withSuggestions(rows))}>
          恢复建议价
        </Button>
      }
      end={kind === 'auction' ? <LotSwitch {...props} /> : null}
    />
  )
}
