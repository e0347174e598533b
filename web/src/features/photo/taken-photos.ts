import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { errorText } from '../../api/refusal.ts'
import type { PhotoMark } from '../../components/photo-viewer/marks.ts'
import { toast } from '../../components/toast/toast.ts'
import { realPhotosQuery, refreshInspections } from '../inspection/queries.ts'
import type { DefectPhotos, Photo, RealPhotos } from '../inspection/types.ts'
import { defectPhotosQuery, refreshPhotos, showSavedPhotos } from './queries.ts'
import { tellTaskMoved } from './task-moves.ts'

interface Move {
  readonly photoId: string
  readonly position: string
}

/** A photograph with the shot it is to show; one that shows that shot changes places with it. */
export function movesFor(photos: readonly Photo[], photo: Photo, position: string): Move[] {
  if (photo.position === null || photo.position === position) return []
  const other = photos.find((one) => one.position === position)
  const moves = [{ photoId: photo.photoId, position }]
  return other ? [...moves, { photoId: other.photoId, position: photo.position }] : moves
}

const placed = (photos: readonly Photo[], moves: readonly Move[]): Photo[] =>
  photos.map((photo) => {
    const move = moves.find(({ photoId }) => photoId === photo.photoId)
    return move ? { ...photo, position: move.position } : photo
  })

/** Lets a photograph show another shot. It is shown there at once, and where it was when the server refuses. */
export async function movePhoto(
  client: QueryClient,
  photoTaskId: string,
  photo: Photo,
  position: string,
): Promise<void> {
  const { queryKey } = realPhotosQuery(photoTaskId)
  // an answer that was asked for before would show the old places
  await client.cancelQueries({ queryKey })
  const before = client.getQueryData<RealPhotos>(queryKey)
  const moves = movesFor(before?.photos ?? [], photo, position)
  if (!before || moves.length === 0) return
  client.setQueryData<RealPhotos>(queryKey, { ...before, photos: placed(before.photos, moves) })
  try {
    const saved = await api.photoEdit.arrange({ photoTaskId, moves }, { handles: 'all' })
    showSavedPhotos(client, photoTaskId, saved)
    tellTaskMoved(photoTaskId, saved.inspectionState)
    await refreshInspections(client)
  } catch (error) {
    const back = moves.flatMap(({ photoId }) => before.photos.filter((one) => one.photoId === photoId))
    client.setQueryData<RealPhotos>(queryKey, (now) =>
      now
        ? { ...now, photos: now.photos.map((one) => back.find(({ photoId }) => photoId === one.photoId) ?? one) }
        : now,
    )
    toast('error', `照片位置没有调整：${errorText(error)}`)
    await refreshPhotos(client, photoTaskId, 'real')
  }
}

/** Keeps the circles and arrows of a photograph, all of them. @throws as a promise what the call threw */
export async function keepMarks(
  client: QueryClient,
  photoTaskId: string,
  photoId: string,
  marks: readonly PhotoMark[],
): Promise<void> {
  const { photo } = await api.photoEdit.mark({ photoTaskId, photoId, marks: [...marks] }, { handles: 'all' })
  const change = { marks: photo.marks }
  client.setQueryData<RealPhotos>(realPhotosQuery(photoTaskId).queryKey, (old) =>
    old ? { ...old, photos: old.photos.map((one) => (one.photoId === photoId ? { ...one, ...change } : one)) } : old,
  )
  client.setQueryData<DefectPhotos>(defectPhotosQuery(photoTaskId).queryKey, (old) =>
    old ? { ...old, photos: old.photos.map((one) => (one.photoId === photoId ? { ...one, ...change } : one)) } : old,
  )
}
