import type { ParsedOf } from '@huanji/contract/call'
import type { photoEdit } from '@huanji/contract/features/inspection/photo-reuse'
import { refuse } from '../../../errors/refusal.ts'
import { type InspectionRecord, lockRecord } from '../store.ts'
import { type ChangedPhotos, checkNotSeen, checkPhotosOpen, type PhotoContext, settlePhotos } from './saving.ts'
import { movePhotos, type PhotoRow, photoRowsOf, setMarks } from './store.ts'

async function lockTask({ tx }: PhotoContext, photoTaskId: string): Promise<InspectionRecord> {
  const record = (await lockRecord(tx, { photoTaskId })) ?? refuse('NOT_FOUND')
  checkPhotosOpen(record)
  return record
}

/**
 * Lets shots of a record show other places; a place is free, or its photograph is moved away in the same call.
 * Refuses NOT_FOUND, STATE_CHANGED, PHOTO_INVALID for a place that is not there or taken, and PHOTOS_MISSING.
 */
export async function arrangePhotos(
  context: PhotoContext,
  { photoTaskId, moves }: ParsedOf<typeof photoEdit.arrange>,
): Promise<ChangedPhotos> {
  const record = await lockTask(context, photoTaskId)
  const shots = (await photoRowsOf(context.tx, [record.inspectionId])).filter((photo) => photo.kind === 'real')
  const moved = new Map(moves.map((move) => [move.photoId, move.position]))
  for (const photoId of moved.keys()) if (!shots.some((shot) => shot.photoId === photoId)) refuse('NOT_FOUND')
  const places = shots.map((shot) => moved.get(shot.photoId) ?? shot.position)
  const targets = [...moved].map(([photoId, position]) => ({ photoId, ...placeOf(record, position) }))
  const taken = targets.find(({ position }) => places.indexOf(position) !== places.lastIndexOf(position))
  if (taken) refuse('PHOTO_INVALID', { message: `“${taken.name}”已有照片，请刷新后重试` }, { field: 'moves.position' })
  await movePhotos(context.tx, record.inspectionId, targets)
  return { record, ...(await settlePhotos(context, record)) }
}

function placeOf({ report }: InspectionRecord, position: string) {
  const shot = report.shots.find((one) => one.code === position)
  if (!shot)
    return refuse('PHOTO_INVALID', { message: '没有这个拍摄位置，请刷新后重新选择' }, { field: 'moves.position' })
  return { position, name: shot.name, internal: shot.internal }
}

/** Replaces the circles and arrows of a photograph and gives it. Refuses NOT_FOUND and STATE_CHANGED. */
export async function markPhoto(
  context: PhotoContext,
  { photoTaskId, photoId, marks }: ParsedOf<typeof photoEdit.mark>,
): Promise<PhotoRow> {
  const record = await lockTask(context, photoTaskId)
  const { inspectionId } = record
  await checkNotSeen(context.tx, record)
  if (!(await setMarks(context.tx, inspectionId, photoId, marks))) refuse('NOT_FOUND')
  const photos = await photoRowsOf(context.tx, [inspectionId])
  return photos.find((photo) => photo.photoId === photoId) ?? refuse('NOT_FOUND')
}
