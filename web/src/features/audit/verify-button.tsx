import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { formatShanghai } from '@huanji/domain/time'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { toast } from '../../components/toast/toast.ts'

type Proof = OutputOf<Calls['auditTrail']['verify']>

/** Has the whole log proven, and says whether every entry is there as it was written. */
export function VerifyButton() {
  const [isBusy, setBusy] = useState(false)
  const [proof, setProof] = useState<Proof | null>(null)
  const verify = async () => {
    setBusy(true)
    setProof(null)
    try {
      setProof(await api.auditTrail.verify({}, { handles: 'all' }))
    } catch (error) {
      toast('error', errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <span role="status">{proof ? <Outcome proof={proof} /> : null}</span>
      <Button busy={isBusy} onClick={() => void verify()}>
        核对日志
      </Button>
    </>
  )
}

function Outcome({ proof: { isIntact, entryCount, brokenAt, checkedAt } }: { proof: Proof }) {
  const text = isIntact
    ? `完整 · ${entryCount}条`
    : `从第${brokenAt ?? 1}条起被改动或缺失（共${entryCount}条），请保留现场并联系技术支持`
  return (
    <span title={`核对于${formatShanghai(checkedAt, true)}`}>
      <StateTag tone={isIntact ? 'success' : 'danger'}>{text}</StateTag>
    </span>
  )
}
