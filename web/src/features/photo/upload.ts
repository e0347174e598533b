import { api } from '../../api/client.ts'
import type { Photo, RealPhotos } from '../inspection/types.ts'
import type { PhotoSubject } from './photo-subject.ts'
import { type Resuming, type SignUpload, sendPicture } from './send-picture.ts'

/** What the server answers to a saved photograph. */
export interface SavedPhotos {
  readonly photos: readonly Photo[]
  /** Only the answer to a shot names the shots that are missing. */
  readonly missingShots: RealPhotos['missingShots'] | null
  readonly inspectionState: string
}

/** Sends a JPEG for a photo task. Gives the upload's id. */
export function uploadPicture(
  photoTaskId: string,
  picture: Blob,
  onProgress: (share: number) => void,
  resuming: Resuming = { uploadId: null, keep: () => {} },
): Promise<string> {
  const sign: SignUpload = (wanted) => api.detConfig.getUploadSign({ photoTaskId, ...wanted }, { handles: 'all' })
  return sendPicture(sign, picture, onProgress, resuming)
}

/** Puts an upload on its record, as a shot or as the photo of a defect. The upload's id is the idempotency key of saving it. */
export async function savePhoto(photoTaskId: string, subject: PhotoSubject, uploadId: string): Promise<SavedPhotos> {
  const options = { idempotencyKey: uploadId, handles: 'all' } as const
  if (subject.kind === 'real') {
    return api.realPhoto.saveRealPhoto({ photoTaskId, photos: [{ uploadId, position: subject.position }] }, options)
  }
  const { itemCode, optionCode } = subject
  const saved = await api.defectPhoto.save({ photoTaskId, photos: [{ uploadId, itemCode, optionCode }] }, options)
  return { ...saved, missingShots: null }
}
