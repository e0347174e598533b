import { Button } from '../button/button.tsx'
import { latePart } from '../late/late-part.ts'
import { openOverlay } from '../overlay/overlay-host.tsx'
import type { TableSettings } from './table-settings.ts'

const TableSettingsDialog = latePart(async () => (await import('./table-settings-dialog.tsx')).TableSettingsDialog)

interface TableSettingsButtonProps {
  columns: readonly { readonly key: string; readonly title: string; readonly hidden?: boolean }[]
  settings: TableSettings
  /** What 恢复默认 comes back to. */
  untouched: TableSettings
  onChange: (settings: TableSettings) => void
}

/** Opens the settings of a list's columns and density. */
export function TableSettingsButton({ columns, settings, untouched, onChange }: TableSettingsButtonProps) {
  const open = () =>
    openOverlay((close) => <TableSettingsDialog {...{ columns, settings, untouched, onChange }} onClose={close} />)
  return <Button tone="quiet" icon="columns" aria-label="列设置" title="列设置" onClick={() => void open()} />
}
