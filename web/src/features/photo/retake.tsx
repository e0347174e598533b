import { api } from '../../api/client.ts'
import { type Action, defineAction } from '../../components/actions/action.ts'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { can } from '../../session/session.ts'
import type { InspectionRow } from '../inspection/types.ts'

// Only who takes pictures anew needs it, with all that takes them.
const RetakeDialog = latePart(async () => (await import('./retake-dialog.tsx')).RetakeDialog)

/** Whether the person may take pictures of an inspected phone anew. */
export const mayRetake = (): boolean =>
  can(api.realPhoto.saveRealPhoto.path) && can(api.detRecord.getDetRecordDetails.path)

/** Opens the pictures of an inspected phone, each to be taken anew; resolves once the person is done. */
export async function openRetake(inspectionId: string, name: string): Promise<void> {
  await openOverlay<true>((close) => (
    <RetakeDialog inspectionId={inspectionId} name={name} onClose={() => close(true)} />
  ))
}

type Retaken = Pick<InspectionRow, 'inspectionId' | 'inspectionNo' | 'allowedActions'>

/** 重拍: other pictures for a phone whose report stands. */
export const retakePhotos = <Row extends Retaken>(): Action<Row> =>
  defineAction<Row>({
    key: 'retake',
    name: '重拍',
    icon: 'camera',
    grant: api.realPhoto.saveRealPhoto.path,
    allowed: 'retake',
    suits: () => mayRetake(),
    run: async ([row], { refresh }) => {
      if (!row) return
      await openRetake(row.inspectionId, row.inspectionNo)
      await refresh()
    },
  })
