import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText } from '../../api/refusal.ts'
import { toast } from '../../components/toast/toast.ts'
import { refreshInspections } from '../inspection/queries.ts'
import type { InspectionRow } from '../inspection/types.ts'
import { checkLink } from '../links/inspection-links.ts'
import { askReinspect } from './record-dialogs.tsx'

/** What a new inspection of the same phone needs of the old one. */
export type Reinspectable = Pick<InspectionRow, 'inspectionId' | 'inspectionNo' | 'bagCode' | 'channel' | 'version'>

/**
 * Asks why, ends the record, and opens the new one at the station of its channel. Tells the person of a refusal.
 */
export async function reinspectAndOpen(
  record: Reinspectable,
  queries: QueryClient,
  navigate: (to: string) => unknown,
): Promise<void> {
  const reason = await askReinspect(record)
  if (reason === undefined) return
  const { inspectionId, version, channel } = record
  try {
    const options = { idempotencyKey: newIdempotencyKey(), handles: 'all' as const }
    const begun = await api.newInspection.reinspect({ inspectionId, version, reason }, options)
    toast('success', `已建立重检记录 ${begun.inspectionNo}`)
    void navigate(checkLink({ channel, inspectionId: begun.inspectionId }))
  } catch (error) {
    toast('error', errorText(error))
  }
  // after a refusal what was asked about may be out of date
  await refreshInspections(queries)
}
