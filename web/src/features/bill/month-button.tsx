import { EXPORT_KINDS } from '@huanji/contract/export-kinds'
import { Button } from '../../components/button/button.tsx'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { can } from '../../session/session.ts'

const MonthDialog = latePart(async () => (await import('./month-dialog.tsx')).MonthDialog)

/** 月结单: for whoever may take the bills along. */
export function MonthButton() {
  if (!can(EXPORT_KINDS['bill-months'].grant)) return null
  return (
    <Button
      icon="download"
      onClick={() => void openOverlay((close) => <MonthDialog onClose={() => close(undefined)} />)}
    >
      月结单
    </Button>
  )
}
