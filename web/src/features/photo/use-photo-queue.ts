import { useEffect, useSyncExternalStore } from 'react'
import { randomId } from '../../platform/ids.ts'
import { loginContext } from '../../session/session.ts'
import { keepGoing } from './keep-going.ts'
import { PhotoQueue, type QueuedPhoto } from './photo-queue.ts'
import { createPhotoStore } from './photo-store.ts'
import { preparePicture } from './shrink.ts'
import { type SavedPhotos, savePhoto, uploadPicture } from './upload.ts'

/** The one queue of the window: pictures go on while the next phone is inspected or another page is open. */
export const photoQueue = new PhotoQueue<SavedPhotos>(
  {
    prepare: preparePicture,
    upload: uploadPicture,
    save: savePhoto,
    newId: randomId,
    previewOf: (picture) => URL.createObjectURL(picture),
    dropPreview: (url) => URL.revokeObjectURL(url),
  },
  createPhotoStore(() => loginContext().employeeId),
)

let hasBegun = false

/** Every photograph on its way; unfinished ones of an earlier page go on as soon as this is used. */
export function useQueuedPhotos(): readonly QueuedPhoto[] {
  useEffect(() => {
    // for as long as the window is open, whatever page is shown
    if (!hasBegun) keepGoing(photoQueue)
    hasBegun = true
    // Without the browser's database there is nothing to go on with.
    photoQueue.resume().catch(() => {})
  }, [])
  return useSyncExternalStore(photoQueue.subscribe, photoQueue.photos)
}
