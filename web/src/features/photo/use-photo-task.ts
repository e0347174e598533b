import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import type { PhotoMark } from '../../components/photo-viewer/marks.ts'
import type { DefectToShoot } from '../checklist/checklist.ts'
import { realPhotosQuery, refreshInspections } from '../inspection/queries.ts'
import type { Photo, Shot } from '../inspection/types.ts'
import { isOnItsWay, type QueuedPhoto } from './photo-queue.ts'
import type { PhotoSubject } from './photo-subject.ts'
import { defectPhotosQuery, refreshPhotos, showSavedPhotos } from './queries.ts'
import { keepMarks, movePhoto } from './taken-photos.ts'
import { onTaskMoved, useTaskMoves } from './task-moves.ts'
import { photoQueue, useQueuedPhotos } from './use-photo-queue.ts'

export interface PhotoTask {
  /** Null before the record exists. */
  readonly photoTaskId: string | null
  readonly shots: readonly Shot[]
  /** The server has said which photographs there are. */
  readonly isKnown: boolean
  readonly real: readonly Photo[]
  readonly defects: readonly Photo[]
  /** This task's photographs that are still on their way. */
  readonly queued: readonly QueuedPhoto[]
  readonly add: (subject: PhotoSubject, files: readonly File[]) => void
  readonly remove: (photo: Photo) => Promise<void>
  /** Lets a photograph show another shot; the one that showed it takes its place. Shown at once, and taken back when it is refused. */
  readonly move: (photo: Photo, position: string) => Promise<void>
  /** Keeps the circles and arrows of a photograph, all of them. @throws as a promise what the call threw */
  readonly mark: (photoId: string, marks: readonly PhotoMark[]) => Promise<void>
}

/** Whether another photograph of the same list is on its way. */
const hasMore = ({ photoTaskId, subject }: QueuedPhoto): boolean =>
  photoQueue
    .photos()
    .some((one) => one.photoTaskId === photoTaskId && one.subject.kind === subject.kind && isOnItsWay(one))

/** Photographs of all tasks are put into the cache as the server takes them, and records that move on are shown so. */
export function useSavedPhotos(onMoved: (photoTaskId: string, inspectionState: string) => void): void {
  const client = useQueryClient()
  useEffect(() => onTaskMoved(onMoved), [onMoved])
  useEffect(
    () =>
      photoQueue.onSaved((photo, saved) => {
        const { photoTaskId, subject } = photo
        showSavedPhotos(client, photoTaskId, saved)
        // Answers may overtake each other, or an older list: after the last one the server says what it has.
        if (!hasMore(photo)) void refreshPhotos(client, photoTaskId, subject.kind)
        onMoved(photoTaskId, saved.inspectionState)
      }),
    [client, onMoved],
  )
}

/**
 * The photographs of one task: what the server has and what is on its way.
 * @param photoTaskId null before the record exists; then there is nothing to add to
 * @param previewShots the shots to show until the task's own are known
 */
export function usePhotoTask(photoTaskId: string | null, previewShots: readonly Shot[]): PhotoTask {
  const client = useQueryClient()
  const enabled = photoTaskId !== null
  const real = useQuery({ ...realPhotosQuery(photoTaskId ?? ''), enabled })
  const defects = useQuery({ ...defectPhotosQuery(photoTaskId ?? ''), enabled })
  const queued = useQueuedPhotos()
  useTaskMoves(photoTaskId, real.data, defects.data)
  return {
    photoTaskId,
    shots: real.data?.shots ?? previewShots,
    isKnown: real.data !== undefined && defects.data !== undefined,
    real: real.data?.photos ?? [],
    defects: defects.data?.photos ?? [],
    queued: queued.filter((photo) => photo.photoTaskId === photoTaskId),
    add: (subject, files) => {
      if (photoTaskId !== null) for (const file of files) photoQueue.add(photoTaskId, subject, file)
    },
    remove: async ({ photoId, itemCode }) => {
      if (photoTaskId === null) return
      const input = { photoTaskId, removePhotoIds: [photoId] }
      if (itemCode === null) showSavedPhotos(client, photoTaskId, await api.realPhoto.saveRealPhoto(input))
      else showSavedPhotos(client, photoTaskId, { ...(await api.defectPhoto.save(input)), missingShots: null })
      await refreshInspections(client)
    },
    move: async (photo, position) => {
      if (photoTaskId !== null) await movePhoto(client, photoTaskId, photo, position)
    },
    mark: async (photoId, marks) => {
      if (photoTaskId !== null) await keepMarks(client, photoTaskId, photoId, marks)
    },
  }
}

/**
 * Where further pictures belong: what has neither a photograph nor one on its way, the compulsory shots and defects
 * first, then the recommended shots.
 */
export function subjectsToTake(
  { shots, real, defects, queued }: Pick<PhotoTask, 'shots' | 'real' | 'defects' | 'queued'>,
  defectsToShoot: readonly DefectToShoot[],
): PhotoSubject[] {
  const taken = new Set([
    ...real.map(({ position }) => position),
    ...defects.map(({ itemCode }) => itemCode),
    ...queued.map(({ subject }) => tileKeyOf(subject)),
  ])
  const shotsOf = (rule: Shot['rule']): PhotoSubject[] =>
    shots.filter((shot) => shot.rule === rule).map(({ code }) => ({ kind: 'real', position: code }))
  const ofDefects = defectsToShoot.map(
    ({ itemCode, optionCode }): PhotoSubject => ({ kind: 'defect', itemCode, optionCode }),
  )
  return [...shotsOf('must'), ...ofDefects, ...shotsOf('recommended')].filter(
    (subject) => !taken.has(tileKeyOf(subject)),
  )
}

/** A compulsory photograph that the server does not have. */
export interface MissingPhoto {
  /** The tile it belongs to: a shot's code, or an item's. */
  readonly tileKey: string
  readonly name: string
  readonly kind: PhotoSubject['kind']
  /** A picture of it is on its way; one that failed or waits for a decision is not. */
  readonly isComing: boolean
}

/** The compulsory photographs that the server has not confirmed, in the order of the tiles: defects, then shots. */
export function missingPhotos(
  { shots, real, defects, queued }: Pick<PhotoTask, 'shots' | 'real' | 'defects' | 'queued'>,
  defectsToShoot: readonly DefectToShoot[],
): MissingPhoto[] {
  const isComing = (key: string, kind: PhotoSubject['kind']) =>
    queued.some((photo) => isOnItsWay(photo) && photo.subject.kind === kind && tileKeyOf(photo.subject) === key)
  const confirmedShots = new Set(real.map((photo) => photo.position))
  const confirmedDefects = new Set(defects.map((photo) => photo.itemCode))
  return [
    ...defectsToShoot
      .filter(({ itemCode }) => !confirmedDefects.has(itemCode))
      .map(({ itemCode: tileKey, itemName: name }) => ({ tileKey, name, kind: 'defect' as const })),
    ...shots
      .filter(({ rule, code }) => rule === 'must' && !confirmedShots.has(code))
      .map(({ code: tileKey, name }) => ({ tileKey, name, kind: 'real' as const })),
  ].map((missing) => ({ ...missing, isComing: isComing(missing.tileKey, missing.kind) }))
}

/** The tile that a photograph belongs to: a shot's code, or an item's. */
export const tileKeyOf = (subject: PhotoSubject): string =>
  subject.kind === 'real' ? subject.position : subject.itemCode
