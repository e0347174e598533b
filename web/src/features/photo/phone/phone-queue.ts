import { randomId } from '../../../platform/ids.ts'
import { keepGoing } from '../keep-going.ts'
import { PhotoQueue } from '../photo-queue.ts'
import { createPhotoStore } from '../photo-store.ts'
import { sendPicture } from '../send-picture.ts'
import { preparePicture } from '../shrink.ts'
import { type PhoneSaved, phoneApi } from './phone-client.ts'

/** The photographs of one task on this phone. */
export interface PhoneQueue {
  readonly queue: PhotoQueue<PhoneSaved>
  /** Goes on with a link that was scanned: what the last one was refused for is tried again. */
  readonly goOnWith: (token: string) => void
}

const queues = new Map<string, PhoneQueue>()

function createQueue(photoTaskId: string): PhoneQueue {
  let token = ''
  const queue = new PhotoQueue<PhoneSaved>(
    {
      prepare: preparePicture,
      upload: (_task, picture, onProgress, resuming) =>
        sendPicture(
          (wanted) => phoneApi.photoPages.sign({ token, ...wanted }, { handles: 'all' }),
          picture,
          onProgress,
          resuming,
        ),
      save: (_task, subject, uploadId) =>
        phoneApi.photoPages.save({ token, uploadId, subject }, { idempotencyKey: uploadId, handles: 'all' }),
      newId: randomId,
      previewOf: (picture) => URL.createObjectURL(picture),
      dropPreview: (url) => URL.revokeObjectURL(url),
    },
    // a task's pictures wait for a link of the same task, whoever made it
    createPhotoStore(() => `phone ${photoTaskId}`),
  )
  keepGoing(queue)
  // Without the browser's database there is nothing to go on with.
  const resumed = () => queue.resume().catch(() => {})
  return {
    queue,
    goOnWith: (next) => {
      if (next === token) return
      const isFirst = token === ''
      token = next
      if (isFirst) void resumed()
      else for (const { key, step } of queue.photos()) if (step === 'failed') queue.retry(key)
    },
  }
}

/** The one queue of a task in this window. */
export function phoneQueueOf(photoTaskId: string): PhoneQueue {
  const known = queues.get(photoTaskId) ?? createQueue(photoTaskId)
  queues.set(photoTaskId, known)
  return known
}
