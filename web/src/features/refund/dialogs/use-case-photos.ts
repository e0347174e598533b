import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { api } from '../../../api/client.ts'
import { viewPhotos } from '../../../components/photo-viewer/photo-viewer.tsx'
import { toast } from '../../../components/toast/toast.ts'
import { randomId } from '../../../platform/ids.ts'
import type { Photo } from '../../inspection/types.ts'
import { isOnItsWay, PhotoQueue, type PhotoStore } from '../../photo/photo-queue.ts'
import { type SignUpload, sendPicture } from '../../photo/send-picture.ts'
import { preparePicture } from '../../photo/shrink.ts'

/** A form's pictures are given up with the form: nothing of them outlives it. */
const NOWHERE: PhotoStore = { put: async () => {}, remove: async () => {}, all: async () => [] }

/** A picture that has arrived, as the tiles show it. */
const shownAs = (uploadId: string, url: string): Photo => ({
  photoId: uploadId,
  url,
  thumbUrl: url,
  width: 0,
  height: 0,
  takenAt: '',
  takenBy: '',
  position: null,
  itemCode: null,
  optionCode: null,
  internal: false,
  reusedFrom: null,
  marks: [],
})

/** A queue of the pictures of one form, by the uploads of its case. */
function queueOf() {
  const pictures = new Map<string, Blob>()
  const sign =
    (refundId: string): SignUpload =>
    (wanted) =>
      api.refundHandling.getUploadSign({ refundId, ...wanted }, { handles: 'all', idempotencyKey: randomId() })
  const queue = new PhotoQueue<string>(
    {
      prepare: preparePicture,
      upload: async (refundId, picture, onProgress, resuming) => {
        const uploadId = await sendPicture(sign(refundId), picture, onProgress, resuming)
        pictures.set(uploadId, picture)
        return uploadId
      },
      // it belongs to the case once the form is sent
      save: async (_refundId, _subject, uploadId) => uploadId,
      newId: randomId,
      previewOf: (picture) => URL.createObjectURL(picture),
      dropPreview: (url) => URL.revokeObjectURL(url),
    },
    NOWHERE,
  )
  return { queue, pictures }
}

/** The pictures of a form: sent while it is filled in, so that sending the form itself waits for none. */
export function useCasePhotos(refundId: string, max: number) {
  const { queue, pictures } = useMemo(queueOf, [])
  const queued = useSyncExternalStore(queue.subscribe, queue.photos)
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  useEffect(
    () =>
      queue.onSaved((_photo, uploadId) => {
        const picture = pictures.get(uploadId)
        if (picture) setPhotos((old) => [...old, shownAs(uploadId, URL.createObjectURL(picture))])
      }),
    [queue, pictures],
  )
  const add = (files: readonly File[], insteadOf?: string) => {
    const coming = queued.filter(({ key }) => key !== insteadOf)
    const room = Math.max(0, max - photos.length - coming.length)
    if (files.length > room) toast('info', `最多${max}张照片，多余的没有添加`)
    for (const file of files.slice(0, room)) queue.add(refundId, { kind: 'real', position: randomId() }, file)
  }
  const remove = (photo: Photo) => {
    URL.revokeObjectURL(photo.url)
    setPhotos((old) => old.filter(({ photoId }) => photoId !== photo.photoId))
  }
  return {
    photos,
    queued,
    add,
    remove,
    view: (photo: Photo) =>
      void viewPhotos(
        photos.map((one, index) => ({ ...one, caption: `照片${index + 1}` })),
        photos.indexOf(photo),
      ),
    retry: (key: string) => queue.retry(key),
    drop: (key: string) => queue.drop(key),
    accept: (key: string) => queue.accept(key),
    uploadIds: photos.map(({ photoId }) => photoId),
    isBusy: queued.some(isOnItsWay),
    /** What is neither sent nor given up: failed, or doubtful and not decided. */
    isUndecided: queued.some((photo) => !isOnItsWay(photo)),
  }
}

export type CasePhotos = ReturnType<typeof useCasePhotos>

/** Why a form with these pictures cannot be sent yet; empty when it can. */
export const photosObstacle = ({ isBusy, isUndecided }: CasePhotos): string =>
  isBusy ? '照片正在上传，请稍候' : isUndecided ? '有照片没有上传成功，请重试或删除' : ''
