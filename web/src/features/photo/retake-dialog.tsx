import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { PhotoPanel } from './photo-panel.tsx'
import { defectPhotosQuery } from './queries.ts'
import { usePhotoTask, useSavedPhotos } from './use-photo-task.ts'

interface RetakeDialogProps {
  inspectionId: string
  /** What people know the phone by. */
  name: string
  onClose: () => void
}

/** 重拍: other pictures for a phone that is inspected; its report and its bag stay. */
export function RetakeDialog({ inspectionId, name, onClose }: RetakeDialogProps) {
  const query = useQuery(queryOf(api.detRecord.getDetRecordDetails, { inspectionId }))
  return (
    <Dialog
      title={`重拍 ${name}`}
      kind="drawer"
      widthPx={960}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          拍好了
        </Button>
      }
    >
      <p className="muted">把新照片拖到要换的那一张上，或点那一张重拍。质检报告和封袋都不变。</p>
      <DetailPending query={query} waiting={LOADING}>
        {({ photoTaskId }) => <Pictures photoTaskId={photoTaskId} />}
      </DetailPending>
    </Dialog>
  )
}

function Pictures({ photoTaskId }: { photoTaskId: string }) {
  useSavedPhotos(useCallback(() => {}, []))
  const task = usePhotoTask(photoTaskId, [])
  const { data } = useQuery(defectPhotosQuery(photoTaskId))
  const defects = (data?.required ?? []).map(({ itemCode, itemName, optionCode, optionName }) => ({
    itemCode,
    itemName,
    optionCode,
    text: optionName,
  }))
  return <PhotoPanel task={task} defects={defects} isEnabled />
}
