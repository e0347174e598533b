import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { refresh } from '../../api/queries.ts'
import { ApiRefusal, errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'

const ImportDialog = latePart(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** 开始对账 and 导入结算单. */
export function CheckTools() {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const run = async (scope: 'all' | 'recent') => {
    setBusy(true)
    try {
      await api.billCheck.run({ scope }, { idempotencyKey: newIdempotencyKey() })
      toast('success', '对账已开始，结果会自动更新')
      await refresh(queries, api.billCheck.list)
    } catch (error) {
      // a refusal was shown by the call
      if (!(error instanceof ApiRefusal)) toast('error', errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const importFile = async () => {
    const isTaken = await openOverlay<boolean>((close) => <ImportDialog onClose={close} />)
    if (isTaken) await refresh(queries, api.billCheck.list)
  }
  return (
    <>
      <Button icon="upload" onClick={() => void importFile()}>
        导入结算单
      </Button>
      <Button onClick={() => void run('all')} disabled={isBusy}>
        对全部的账
      </Button>
      <Button tone="primary" onClick={() => void run('recent')} disabled={isBusy}>
        对近90天的账
      </Button>
    </>
  )
}
