import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText } from '../../api/refusal.ts'
import { toast } from '../../components/toast/toast.ts'
import type { EarlierPhotos } from '../inspection/types.ts'
import { refreshPhotos } from '../photo/queries.ts'

const keyed = () => ({ idempotencyKey: newIdempotencyKey(), handles: 'all' as const })

/** Takes an earlier record's photographs over to a photo task: the shots that it lacks, and those of the same defects. */
async function takeOver(photoTaskId: string, { inspectionId, photos, defectPhotos }: EarlierPhotos) {
  const input = { photoTaskId, fromInspectionId: inspectionId }
  const calls = [
    ...(photos.length > 0 ? [api.photoReuse.useOldRealPhotoInfo] : []),
    ...(defectPhotos.length > 0 ? [api.photoReuse.reusePhotoRecord] : []),
  ]
  let [count, state] = [0, '']
  for (const call of calls) {
    const { addedCount, inspectionState } = await call(input, keyed())
    count += addedCount
    state = inspectionState
  }
  return { count, state }
}

/**
 * 复用照片 for the open record, and what it came to.
 * @param onMoved told the record's state afterwards
 */
export function usePhotoReuse(photoTaskId: string, onMoved: (photoTaskId: string, state: string) => void) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const take = async (earlier: EarlierPhotos) => {
    setBusy(true)
    try {
      const { count, state } = await takeOver(photoTaskId, earlier)
      const text = count > 0 ? `已复用 ${earlier.inspectionNo} 的 ${count} 张照片` : '需要的照片都已有，没有复用'
      toast(count > 0 ? 'success' : 'info', text)
      onMoved(photoTaskId, state)
    } catch (error) {
      toast('error', errorText(error))
    } finally {
      // of two calls the first may have done its part
      await Promise.all([refreshPhotos(client, photoTaskId, 'real'), refreshPhotos(client, photoTaskId, 'defect')])
      setBusy(false)
    }
  }
  return { isBusy, take }
}
