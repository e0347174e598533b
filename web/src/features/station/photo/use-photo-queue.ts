import { useEffect, useSyncExternalStore } from 'react'
import { randomId } from '../../../platform/ids.ts'
import { loginContext } from '../../../session/session.ts'
import { PhotoQueue, type QueuedPhoto } from './photo-queue.ts'
import { createPhotoStore } from './photo-store.ts'
import { shrinkPicture } from './shrink.ts'
import { type SavedPhotos, savePhoto, uploadPicture } from './upload.ts'

/** The one queue of the window: pictures go on while the next phone is inspected or another page is open. */
export const photoQueue = new PhotoQueue<SavedPhotos>(
  {
    shrink: shrinkPicture,
    upload: uploadPicture,
    save: savePhoto,
    newId: randomId,
    previewOf: (picture) => URL.createObjectURL(picture),
    dropPreview: (url) => URL.revokeObjectURL(url),
  },
  createPhotoStore(() => loginContext().employeeId),
)

/** Every photograph on its way; unfinished ones of an earlier page go on as soon as this is used. */
export function useQueuedPhotos(): readonly QueuedPhoto[] {
  useEffect(() => {
    // Without the browser's database there is nothing to go on with.
    photoQueue.resume().catch(() => {})
  }, [])
  return useSyncExternalStore(photoQueue.subscribe, photoQueue.photos)
}
