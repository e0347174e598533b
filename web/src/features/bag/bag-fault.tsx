import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { can } from '../../session/session.ts'
import type { BagCheck } from '../inspection/types.ts'
import { InspectionNo } from '../links/inspection-no.tsx'
import { registerRoll } from './roll-dialog.tsx'

interface BagFaultProps {
  /** Why the bag cannot be bound; nothing is shown without a reason. */
  fault: string
  check: BagCheck | null
  /** Told when the bag's roll was registered from here. */
  onRegistered?: () => void
}

/** Why a bag cannot be bound, and the way on: the inspection it was used for, or the registration of its roll. */
export function BagFault({ fault, check, onRegistered }: BagFaultProps) {
  const client = useQueryClient()
  const register = async (bagCode: string) => {
    if (!(await registerRoll(bagCode))) return
    await refresh(client, api.bagRoll.check)
    onRegistered?.()
  }
  if (fault === '') return null
  if (check?.availability === 'used' && check.inspectionId !== null) {
    return (
      <>
        已用于 <InspectionNo inspectionId={check.inspectionId} inspectionNo={check.inspectionNo} inNewTab />
        ，请换一个封袋
      </>
    )
  }
  if (check?.availability === 'unknown' && can(api.bagRoll.registerRoll.path)) {
    return (
      <>
        {fault}{' '}
        <Button tone="link" onClick={() => void register(check.bagCode)}>
          登记这一卷
        </Button>
      </>
    )
  }
  return fault
}
