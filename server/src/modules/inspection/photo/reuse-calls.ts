import type { OutputOf } from '@huanji/contract/call'
import { photoEdit, photoReuse } from '@huanji/contract/features/inspection/photo-reuse'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { refuse } from '../../../errors/refusal.ts'
import { type CallContext, handlers, type PrepareContext, twoSteps } from '../../../gateway/handler.ts'
import { later } from '../../../platform/clock.ts'
import { StorageUnavailable } from '../../../storage/storage.ts'
import { findRecord } from '../store.ts'
import { verifyCode } from '../verify.ts'
import { arrangePhotos, markPhoto } from './arranging.ts'
import { partsOf, receivedParts } from './parts.ts'
import { type PhotoView, presentPhoto } from './present.ts'
import { missingShotsOf } from './progress.ts'
import { copyToBatch, REUSE_CHOICES, type Reused, reuseObstacle, reusePhotos } from './reuse.ts'
import { photographedRecords } from './reuse-store.ts'
import { presentReal, UPLOAD_KEPT_MS } from './saving.ts'
import { type PhotoRow, photoRowsOf, unsavedUploads } from './store.ts'

type Progress = OutputOf<typeof photoReuse.getRealPhotoInfoByTaskId>
type Context = Pick<CallContext, 'services' | 'now'>

const EARLIER_RECORDS_MAX = 20

/** The photographs of one kind as screens show them. */
const shown = (photos: readonly PhotoRow[], kind: PhotoRow['kind'], { services, now }: Context): PhotoView[] =>
  photos.filter((photo) => photo.kind === kind).map((photo) => presentPhoto(photo, services, now))

/**
 * The uploads of a task that are no photographs yet, with what has arrived of each. While the storage is away nobody knows
 * that: then nothing has, and the task is shown all the same.
 */
async function openUploads({ read, services, now }: PrepareContext<CallContext>, photoTaskId: string) {
  const uploads = await read(async (tx) => {
    const { inspectionId } = (await findRecord(tx, { photoTaskId })) ?? refuse('NOT_FOUND')
    return unsavedUploads(tx, inspectionId, later(now, -UPLOAD_KEPT_MS))
  })
  const found: Progress['uploads'] = []
  let isAway = false
  const partsThere = async (upload: (typeof uploads)[number]): Promise<number[]> => {
    if (isAway) return []
    try {
      return (await receivedParts(services.storage, upload)).map((part) => part.index)
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
      isAway = true
      return []
    }
  }
  for (const upload of uploads) {
    const { uploadId, sizeBytes, expiresAt } = upload
    const receivedPartIndexes = await partsThere(upload)
    const partCount = partsOf(upload).length
    found.push({ uploadId, sizeBytes, partCount, receivedParts: receivedPartIndexes, expiresAt })
  }
  return found
}

async function taskProgress(
  context: CallContext,
  photoTaskId: string,
  uploads: Progress['uploads'],
): Promise<Progress> {
  const { tx, services, now } = context
  const record = (await findRecord(tx, { photoTaskId })) ?? refuse('NOT_FOUND')
  const { inspectionId, inspectionNo, report } = record
  const photos = (await photoRowsOf(tx, [inspectionId])).filter((photo) => photo.kind === 'real')
  // what was saved since it was looked for is a photograph by now
  const unsaved = await unsavedUploads(tx, inspectionId, later(now, -UPLOAD_KEPT_MS))
  const open = uploads.filter(({ uploadId }) => unsaved.some((one) => one.uploadId === uploadId))
  const reusedFrom = [...new Set(photos.flatMap(({ reusedFromNo }) => reusedFromNo ?? []))]
  const isComplete = missingShotsOf(report, photos).length === 0
  const isArriving = open.some((upload) => Date.parse(upload.expiresAt) > now.getTime())
  const unfinished = isArriving ? 'uploading' : 'waiting'
  const finished = reusedFrom.length > 0 ? 'reused' : 'complete'
  const keptAs = (position: string) => photos.find((photo) => photo.position === position)
  return {
    photoTaskId,
    inspectionId,
    inspectionNo,
    reusedFrom,
    progress: isComplete ? finished : unfinished,
    shots: report.shots.map(({ code, name, rule }) => {
      const photo = keptAs(code)
      return { code, name, rule, photo: photo ? presentPhoto(photo, services, now) : null }
    }),
    uploads: open,
  }
}

/** The earlier records of the phone that a code belongs to, with what stands in the way of taking their photographs over. */
async function earlierRecords(context: CallContext, code: string, photoTaskId: string | undefined) {
  const { tx } = context
  const record = photoTaskId === undefined ? null : ((await findRecord(tx, { photoTaskId })) ?? refuse('NOT_FOUND'))
  // refuses a text that is no code
  const { history } = await verifyCode(tx, code)
  const wanted = history.map((one) => one.inspectionId).filter((id) => id !== record?.inspectionId)
  const earlier = await photographedRecords(tx, wanted, EARLIER_RECORDS_MAX)
  const photos = await photoRowsOf(
    tx,
    earlier.map((one) => one.inspectionId),
  )
  const rows: OutputOf<typeof photoReuse.getRealPhotoInfoByImei>['records'] = []
  for (const one of earlier) {
    const own = photos.filter((photo) => photo.inspectionId === one.inspectionId)
    const { inspectionId, inspectionNo, grade, state, createdAt } = one
    rows.push({
      inspectionId,
      inspectionNo,
      grade,
      state,
      createdAt,
      photoTaskId: one.photoTaskId,
      photos: shown(own, 'real', context),
      defectPhotos: shown(own, 'defect', context),
      obstacle: record === null ? '' : await reuseObstacle(tx, record, one),
    })
  }
  return rows
}

const presentReused = (
  context: Context,
  { record, photos, state, addedCount }: Reused,
  kind: PhotoRow['kind'],
): OutputOf<typeof photoReuse.useOldRealPhotoInfo> => ({
  photoTaskId: record.photoTaskId,
  photos: shown(photos, kind, context),
  addedCount,
  missingShots: missingShotsOf(record.report, photos),
  inspectionState: state,
})

const reuseCalls = handlers(photoReuse, {
  getRealPhotoInfoByTaskId: twoSteps({
    prepare: (context, { photoTaskId }) => openUploads(context, photoTaskId),
    commit: (context, { photoTaskId }, uploads) => taskProgress(context, photoTaskId, uploads),
  }),
  getRealPhotoInfoByImei: async (context, { imei, photoTaskId }) => ({
    records: await earlierRecords(context, imei, photoTaskId),
  }),
  useOldRealPhotoInfo: async (context, input) =>
    presentReused(context, await reusePhotos(context, input, REUSE_CHOICES.real), 'real'),
  copyRealPhoto: async (context, input) => ({ results: await copyToBatch(context, input) }),
  getRealPhotoInfoByDetectNo: async (context, { detectNo }) => {
    const record = await findRecord(context.tx, { inspectionNo: normaliseCode(detectNo) })
    const { inspectionId, inspectionNo, photoTaskId } = record ?? refuse('NOT_FOUND')
    const photos = await photoRowsOf(context.tx, [inspectionId])
    return {
      inspectionId,
      inspectionNo,
      photoTaskId,
      photos: shown(photos, 'real', context),
      defectPhotos: shown(photos, 'defect', context),
    }
  },
  reusePhotoRecord: async (context, input) =>
    presentReused(context, await reusePhotos(context, input, REUSE_CHOICES.defect), 'defect'),
})

const photoCalls = handlers(photoEdit, {
  arrange: async (context, input) => presentReal(context, await arrangePhotos(context, input)),
  mark: async (context, input) => ({
    photo: presentPhoto(await markPhoto(context, input), context.services, context.now),
  }),
})

export const photoReuseGroups = [reuseCalls, photoCalls]
