import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { realPhotosQuery } from '../inspection/queries.ts'
import type { DefectPhotos, RealPhotos } from '../inspection/types.ts'
import type { SavedPhotos } from './upload.ts'

/** The defect photographs of a photo task. */
export const defectPhotosQuery = (photoTaskId: string) => queryOf(api.defPhoto.getDefPhotoInfoByTaskId, { photoTaskId })

/** Puts what the server answered to a saved photograph into the cached photo task, without asking again. */
export function showSavedPhotos(client: QueryClient, photoTaskId: string, saved: SavedPhotos): void {
  const { missingShots, photos } = saved
  if (missingShots !== null) {
    client.setQueryData<RealPhotos>(realPhotosQuery(photoTaskId).queryKey, (old) =>
      old ? { ...old, photos: [...photos], missingShots } : old,
    )
    return
  }
  client.setQueryData<DefectPhotos>(defectPhotosQuery(photoTaskId).queryKey, (old) =>
    old ? { ...old, photos: photos.map((photo) => ({ remark: '', ...photo })) } : old,
  )
}

/** Asks anew which photographs of a kind a task has. */
export function refreshPhotos(client: QueryClient, photoTaskId: string, kind: 'real' | 'defect'): Promise<void> {
  const { queryKey } = kind === 'real' ? realPhotosQuery(photoTaskId) : defectPhotosQuery(photoTaskId)
  return client.invalidateQueries({ queryKey })
}
