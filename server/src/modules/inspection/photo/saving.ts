import type { OutputOf } from '@huanji/contract/call'
import type { defectPhoto } from '@huanji/contract/features/inspection/photo'
import { PHOTO_LIMITS } from '@huanji/domain/photos/limits'
import type { InspectionState } from '@huanji/domain/states/inspection'
import { findItem, findOption, findTemplate } from '@huanji/domain/template/template'
import type { Tx } from '../../../database/database.ts'
import { refuse } from '../../../errors/refusal.ts'
import type { CallContext, PrepareContext } from '../../../gateway/handler.ts'
import { makePictures } from '../../../storage/image-processes.ts'
import { standsForOthers } from '../batch/store.ts'
import { advanceInspection, refuseState } from '../commands.ts'
import { settleRetake } from '../retake-line.ts'
import { followReplaced } from '../retake-store.ts'
import { findRecord, type InspectionRecord, lockRecord, setPhotoSummary } from '../store.ts'
import { removePicturesLater } from './jobs.ts'
import { partKeys, partsOf } from './parts.ts'
import { presentPhoto } from './present.ts'
import { missingDefectsOf, missingShotsOf, missingText } from './progress.ts'
import {
  insertPhoto,
  isUnpublished,
  type PhotoRow,
  photoRowsOf,
  removePhotos,
  takeUpload,
  type Upload,
  type UploadOwner,
  uploadsOf,
} from './store.ts'

/** What a photograph shows. */
interface Subject {
  readonly uploadId: string
  readonly position: string | null
  readonly itemCode: string | null
  readonly optionCode: string | null
  readonly remark: string
}

export interface PhotoChange {
  readonly photoTaskId: string
  readonly kind: 'real' | 'defect'
  readonly photos: readonly Subject[]
  readonly removePhotoIds: readonly string[]
}

/** What changing photographs needs of a call: `actor` takes them. */
export type PhotoContext = Pick<CallContext, 'tx' | 'actor' | 'now' | 'services'>
export type PhotoPreparation = Pick<PrepareContext<CallContext>, 'read' | 'actor' | 'now' | 'services' | 'left'>

/** A record whose photographs were changed, with all that it has now. */
export interface ChangedPhotos {
  readonly record: InspectionRecord
  readonly state: InspectionState
  readonly photos: readonly PhotoRow[]
}

/** An upload whose picture lies under its own names by now. */
export interface PreparedPhoto {
  readonly uploadId: string
  /** Where the parts lie that it was made from. */
  readonly sentKeys: readonly string[]
  readonly fullKey: string
  readonly thumbKey: string
  readonly width: number
  readonly height: number
  readonly sizeBytes: number
  readonly sha256: string
}

/** How long after its form expired a file that did arrive may still be saved; later it is thrown away. */
export const UPLOAD_KEPT_MS = 24 * 60 * 60 * 1000

/** Where the pictures made from an upload lie. */
export function photoKeys(merchantId: string, uploadId: string): { fullKey: string; thumbKey: string } {
  const name = `merchant/${merchantId}/photo/${uploadId}`
  return { fullKey: `${name}.jpg`, thumbKey: `${name}-320.webp` }
}

/** Photographs may change until the unit goes on sale: from then on the record shows what buyers saw. */
const OPEN_STATES: readonly string[] = ['draft', 'awaiting_photos', 'awaiting_seal', 'listable']

/** True while a record's photographs may change. */
export const arePhotosOpen = (record: Pick<InspectionRecord, 'state'>): boolean => OPEN_STATES.includes(record.state)

/**
 * Refuses STATE_CHANGED where the photographs of a record stand for a phone of its batch that is on sale or sold: they
 * show what buyers saw.
 */
export async function checkNotSeen(tx: Tx, record: Pick<InspectionRecord, 'inspectionId' | 'batchId'>): Promise<void> {
  if (await standsForOthers(tx, record)) refuse('STATE_CHANGED', { state: '同批手机已上架', action: '修改照片' })
}

/** The same, but of a phone in goods that the marketplace would not publish: no buyer has seen its photographs yet. */
export async function requirePhotosOpen(
  tx: Tx,
  record: Pick<InspectionRecord, 'state' | 'inspectionId'>,
): Promise<void> {
  if (record.state === 'listed' && (await isUnpublished(tx, record.inspectionId))) return
  checkPhotosOpen(record)
}

/** Refuses STATE_CHANGED once a record's photographs are settled. */
export function checkPhotosOpen(record: Pick<InspectionRecord, 'state'>): void {
  if (!arePhotosOpen(record)) refuseState(record.state, '修改照片')
}

/**
 * The slow half of saving photographs: reads what was sent, makes it safe, and keeps it under names made from the
 * upload's id, so that doing it twice leaves nothing behind. Uploads that are photographs already are left out.
 * Refuses NOT_FOUND, STATE_CHANGED, UPLOAD_EXPIRED, UPLOAD_MISSING and PHOTO_INVALID.
 */
export async function preparePhotos(context: PhotoPreparation, change: PhotoChange): Promise<PreparedPhoto[]> {
  return prepareUploads(context, (tx) => openUploads(tx, change))
}

/** Makes the pictures of the uploads that are still to be saved; a twin of this call may save some meanwhile. */
export async function prepareUploads(
  context: PhotoPreparation,
  findUploads: (tx: Tx) => Promise<readonly Upload[]>,
): Promise<PreparedPhoto[]> {
  const prepared: PreparedPhoto[] = []
  for (const upload of await context.read(findUploads)) {
    const photo = await preparePhoto(context, findUploads, upload)
    if (photo !== null) prepared.push(photo)
  }
  return prepared
}

/** Makes one upload's pictures and keeps them. Null when a twin of this call saved it meanwhile. */
async function preparePhoto(
  context: PhotoPreparation,
  findUploads: (tx: Tx) => Promise<readonly Upload[]>,
  upload: Upload,
): Promise<PreparedPhoto | null> {
  const { uploadId } = upload
  const { s3, dataFolder, secret } = context.services.settings
  const files = { s3, dataFolder, secret }
  const ageMs = context.now.getTime() - Date.parse(upload.expiresAt)
  if (ageMs > UPLOAD_KEPT_MS) refuse('UPLOAD_EXPIRED')
  const keys = photoKeys(context.actor.merchantId, uploadId)
  const made = await makePictures({ files, parts: partsOf(upload), ...keys }, context.left)
  if (made === null) {
    const again = await context.read(findUploads)
    if (!again.some((one) => one.uploadId === uploadId)) return null
    return refuse(ageMs > 0 ? 'UPLOAD_EXPIRED' : 'UPLOAD_MISSING')
  }
  return { uploadId, sentKeys: partKeys(upload), ...keys, ...made }
}

async function openUploads(tx: Tx, change: PhotoChange) {
  const record = (await findRecord(tx, { photoTaskId: change.photoTaskId })) ?? refuse('NOT_FOUND')
  await requirePhotosOpen(tx, record)
  checkSubjects(record, change)
  const { inspectionId } = record
  return unsavedOf(
    tx,
    { inspectionId },
    change.photos.map((photo) => photo.uploadId),
  )
}

/** Those of an owner's uploads that are no photographs yet. Refuses NOT_FOUND for an id that is none of its uploads. */
export async function unsavedOf(tx: Tx, owner: UploadOwner, uploadIds: readonly string[]): Promise<Upload[]> {
  const ids = [...new Set(uploadIds)]
  const uploads = await uploadsOf(tx, owner, ids)
  if (uploads.length < ids.length) refuse('NOT_FOUND')
  return uploads.filter((upload) => upload.savedAt === null)
}

function checkSubjects(record: InspectionRecord, change: PhotoChange): void {
  const template = findTemplate(record.templateVersion)
  for (const photo of change.photos) {
    if (photo.position !== null && !record.report.shots.some((shot) => shot.code === photo.position)) {
      refuse('PHOTO_INVALID', { message: '没有这个拍摄位置，请刷新后重新选择' }, { field: 'photos.position' })
    }
    if (photo.itemCode === null) continue
    const item = template ? findItem(template, photo.itemCode) : null
    if (!item || photo.optionCode === null || !findOption(item, photo.optionCode)) {
      refuse('PHOTO_INVALID', { message: '没有这个检测项，请刷新后重新选择' }, { field: 'photos.itemCode' })
    }
  }
}

/**
 * The quick half: puts the photographs on the record in place of those they replace, and moves the record on when it
 * was the last one missing. Saving an upload again changes nothing and answers its photograph.
 * Refuses NOT_FOUND, STATE_CHANGED, PHOTO_LIMIT, and PHOTOS_MISSING when a finished record would lose a compulsory one.
 */
export async function commitPhotos(
  context: PhotoContext,
  change: PhotoChange,
  prepared: readonly PreparedPhoto[],
): Promise<ChangedPhotos> {
  const { tx, now } = context
  const record = (await lockRecord(tx, { photoTaskId: change.photoTaskId })) ?? refuse('NOT_FOUND')
  await requirePhotosOpen(tx, record)
  const fresh: PreparedPhoto[] = []
  for (const photo of prepared) if (await takeUpload(tx, photo.uploadId, now)) fresh.push(photo)
  const removed = await exchangePhotos(context, record, change, fresh)
  if (fresh.length > 0) await settleRetake(tx, record, { who: context.actor, now })
  const { state, photos } = await settlePhotos(context, record)
  const unused = fresh.filter((file) => !photos.some((photo) => photo.photoId === file.uploadId))
  // a twin of this call that came late wrote its pictures anew, perhaps after the photograph was taken off again
  const late = prepared.filter((photo) => !fresh.includes(photo))
  const sent = fresh.flatMap((file) => file.sentKeys)
  await removePicturesLater(tx, record.inspectionId, { sent, pictures: [...removed, ...unused, ...late] }, now)
  return { record, state, photos }
}

/**
 * Ends every change of a locked record's photographs: checks what is left, counts them, chooses the one that stands for
 * the record, and moves the record on when nothing is missing any more. Gives where the record stands with its photographs.
 * Refuses PHOTO_LIMIT, PHOTOS_MISSING when a finished record would lose a compulsory one, and STATE_CHANGED as
 * `checkNotSeen` does.
 */
export async function settlePhotos(
  { tx, actor, now }: PhotoContext,
  record: InspectionRecord,
): Promise<{ state: InspectionState; photos: PhotoRow[] }> {
  const { inspectionId, state, report } = record
  await checkNotSeen(tx, record)
  const photos = await photoRowsOf(tx, [inspectionId])
  checkLimits(photos)
  if (state === 'awaiting_seal' || state === 'listable' || state === 'listed') {
    const shots = missingText(report, photos)
    if (shots !== '') refuse('PHOTOS_MISSING', { shots })
  }
  const cover = coverOf(photos)
  await setPhotoSummary(tx, inspectionId, { count: photos.length, coverKey: cover?.thumbKey ?? null, now })
  return { state: await advanceInspection(tx, inspectionId, actor, now), photos }
}

/** Takes off what is removed or replaced, and keeps the new pictures. Gives the files of those that were taken off. */
async function exchangePhotos(
  { tx, actor, now }: PhotoContext,
  { inspectionId, report }: InspectionRecord,
  change: PhotoChange,
  fresh: readonly PreparedPhoto[],
): Promise<{ fullKey: string; thumbKey: string }[]> {
  const subjects = settled(change.photos.filter((photo) => fresh.some((one) => one.uploadId === photo.uploadId)))
  const positions = new Set(subjects.map((photo) => photo.position).filter((position) => position !== null))
  const before = await photoRowsOf(tx, [inspectionId])
  const replaced = before.filter((photo) => photo.position !== null && positions.has(photo.position))
  const gone = [...change.removePhotoIds, ...replaced.map((photo) => photo.photoId)]
  const removed = await removePhotos(tx, inspectionId, change.kind, gone, { employeeId: actor.employeeId, now })
  for (const subject of subjects) {
    const file = fresh.find((one) => one.uploadId === subject.uploadId)
    if (!file) continue
    const internal = report.shots.find((shot) => shot.code === subject.position)?.internal ?? false
    const { uploadId: photoId, sentKeys: _sent, ...picture } = file
    const taken = { takenById: actor.employeeId, takenAt: now.toISOString(), reusedFromNo: null, marks: [] }
    await insertPhoto(tx, { ...picture, ...subject, ...taken, photoId, inspectionId, kind: change.kind, internal })
    const old = replaced.find((photo) => photo.position === subject.position)
    if (old) await followReplaced(tx, inspectionId, old, { photoId, thumbKey: picture.thumbKey })
  }
  return removed
}

/** An upload shows one thing, and a shot has one picture: of several in a single call the last one counts. */
function settled(subjects: readonly Subject[]): Subject[] {
  return subjects.filter((subject, index) => {
    const later = subjects.slice(index + 1)
    const isSame = (other: Subject) => subject.position !== null && other.position === subject.position
    return !later.some((other) => other.uploadId === subject.uploadId || isSame(other))
  })
}

function checkLimits(photos: readonly PhotoRow[]): void {
  const defects = photos.filter((photo) => photo.kind === 'defect')
  if (photos.length - defects.length > PHOTO_LIMITS.realMax) {
    refuse('PHOTO_LIMIT', { message: `实拍图最多${PHOTO_LIMITS.realMax}张，请先删除多余的照片` })
  }
  if (defects.length > PHOTO_LIMITS.defectMax) {
    refuse('PHOTO_LIMIT', { message: `瑕疵图最多${PHOTO_LIMITS.defectMax}张，请先删除多余的照片` })
  }
  const perItem = Map.groupBy(defects, (photo) => photo.itemCode)
  for (const [itemCode, taken] of perItem) {
    if (taken.length <= PHOTO_LIMITS.defectMaxPerItem) continue
    refuse('PHOTO_LIMIT', {
      message: `每个检测项最多${PHOTO_LIMITS.defectMaxPerItem}张瑕疵图（${itemCode}），请先删除多余的照片`,
    })
  }
}

/** What `saveRealPhoto` answers, and whatever else changes the shots of a record. */
export function presentReal(
  { services, now }: Pick<PhotoContext, 'services' | 'now'>,
  { record, state, photos }: ChangedPhotos,
) {
  return {
    photos: photos.filter((photo) => photo.kind === 'real').map((photo) => presentPhoto(photo, services, now)),
    missingShots: missingShotsOf(record.report, photos),
    inspectionState: state,
  }
}

/** What `defectPhoto.save` answers. */
export function presentDefects(
  context: PhotoContext,
  { state, photos }: ChangedPhotos,
): OutputOf<typeof defectPhoto.save> {
  return {
    photos: photos
      .filter((photo) => photo.kind === 'defect')
      .map((photo) => ({ ...presentPhoto(photo, context.services, context.now), remark: photo.remark })),
    inspectionState: state,
  }
}

/** How many photographs each exception that needs one of its own has. */
export function requiredDefects(record: InspectionRecord, photos: readonly PhotoRow[]) {
  const shots = photos.filter((photo) => photo.kind === 'real')
  return missingDefectsOf(record.report, shots).map((defect) => ({
    ...defect,
    photoCount: photos.filter((photo) => photo.itemCode === defect.itemCode).length,
  }))
}

/** By what a phone is known in lists: its back, which has its colour; the front is a black screen. Else its first public shot. */
function coverOf(photos: readonly PhotoRow[]): PhotoRow | undefined {
  const shots = photos.filter((photo) => photo.kind === 'real' && !photo.internal)
  return shots.find((photo) => photo.position === 'back') ?? shots[0]
}
