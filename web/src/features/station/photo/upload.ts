import { REQUEST_TIMEOUT_MS } from '@huanji/contract/constants'
import { api } from '../../../api/client.ts'
import type { Photo, RealPhotos } from '../../inspection/types.ts'
import type { PhotoSubject } from './photo-queue.ts'

/** What the server answers to a saved photograph. */
export interface SavedPhotos {
  readonly photos: readonly Photo[]
  /** Only the answer to a shot names the shots that are missing. */
  readonly missingShots: RealPhotos['missingShots'] | null
  readonly inspectionState: string
}

interface UploadForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Sends a file with a signed form. `fetch` cannot say how much has been sent, hence the older request.
 * @throws as a promise TypeError when the storage was not reached or refused, TimeoutError after 60 s without progress
 */
function sendForm(form: UploadForm, picture: Blob, onProgress: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
    body.append('file', picture, 'photo.jpg')
    const request = new XMLHttpRequest()
    request.open('POST', form.url)
    // As long as anything gets through, a slow line is given its time.
    let stalled: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => request.abort(), REQUEST_TIMEOUT_MS)
    }
    request.upload.onprogress = (event) => {
      wait()
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status < 300) resolve()
      else reject(new TypeError(`the storage answered ${request.status}`))
    }
    request.onerror = () => reject(new TypeError('the storage was not reached'))
    request.onabort = () => reject(new DOMException('the upload stood still', 'TimeoutError'))
    request.onloadend = () => clearTimeout(stalled)
    wait()
    request.send(body)
  })
}

/** Asks for a signed form and sends a JPEG with it. Gives the upload's id. */
export async function uploadPicture(
  photoTaskId: string,
  picture: Blob,
  onProgress: (share: number) => void,
): Promise<string> {
  const sizeBytes = picture.size
  const form = await api.detConfig.getUploadSign(
    { photoTaskId, contentType: 'image/jpeg', sizeBytes },
    { handles: 'all' },
  )
  await sendForm(form, picture, onProgress)
  return form.uploadId
}

/** Puts an upload on its record, as a shot or as the photo of a defect. The upload's id is the idempotency key of saving it. */
export async function savePhoto(photoTaskId: string, subject: PhotoSubject, uploadId: string): Promise<SavedPhotos> {
  const options = { idempotencyKey: uploadId, handles: 'all' } as const
  if (subject.kind === 'real') {
    return api.realPhoto.saveRealPhoto({ photoTaskId, photos: [{ uploadId, position: subject.position }] }, options)
  }
  const { itemCode, optionCode } = subject
  const saved = await api.extDefPhoto.save({ photoTaskId, photos: [{ uploadId, itemCode, optionCode }] }, options)
  return { ...saved, missingShots: null }
}
