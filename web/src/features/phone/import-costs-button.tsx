import { Button } from '../../components/button/button.tsx'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { can } from '../../session/session.ts'

const CostImportDialog = latePart(async () => (await import('./cost-import-dialog.tsx')).CostImportDialog)

const importCosts = () => void openOverlay<void>((close) => <CostImportDialog onClose={() => close()} />)

/** 导入成本价, for whoever may see what phones cost. */
export function ImportCostsButton() {
  if (!can('field:costPrice')) return null
  return (
    <Button icon="upload" onClick={importCosts}>
      导入成本价
    </Button>
  )
}
