import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { can } from '../../session/session.ts'
import { detailQuery } from '../inspection/queries.ts'

/** 重检 of a phone whose scan found it inspected: the next thing to press after the scan box. Nothing where that is not allowed. */
export function ReinspectButton({ inspectionId }: { inspectionId: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayInspect = can(api.detRecord.addDetectRecord.path)
  const { data } = useQuery({ ...detailQuery(inspectionId), enabled: mayInspect })
  if (!mayInspect || !data?.allowedActions.includes('reinspect')) return null
  const start = async () => {
    const { reinspectAndOpen } = await import('../record/reinspect.ts')
    await reinspectAndOpen(data, client, navigate)
  }
  return (
    <Button tone="primary" small icon="refresh" onClick={() => void start()}>
      重检
    </Button>
  )
}
