import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { detConfig } from '@huanji/contract/calls/detect-config'
import { PHOTO_LIMITS } from '@huanji/domain/photos/limits'
import type { Tx } from '../../../database/database.ts'
import { refuse } from '../../../errors/refusal.ts'
import { later } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { Services } from '../../../services.ts'
import { findRecord } from '../store.ts'
import { removeFilesLater } from './jobs.ts'
import { PART_BYTES, type Part, partKeys, partsOf, receivedParts } from './parts.ts'
import { checkPhotosOpen, type PhotoContext, type PhotoPreparation, photoKeys, UPLOAD_KEPT_MS } from './saving.ts'
import { countOpenUploads, forgetAbandonedUploads, insertUpload, renewUpload, type Upload, uploadsOf } from './store.ts'

type UploadSign = typeof detConfig.getUploadSign
type Wanted = ParsedOf<UploadSign>

/** Long enough for a phone in a warehouse with a poor signal. */
const FORM_MS = 15 * 60 * 1000

/** A record can be filled twice over: once with what it holds, once with what replaces it. */
const OPEN_UPLOADS_MAX = 2 * (PHOTO_LIMITS.realMax + PHOTO_LIMITS.defectMax)

/** An upload that goes on, with the parts that it still needs. */
export interface ResumedUpload {
  readonly upload: Upload
  readonly missing: readonly Part[]
}

/**
 * The slow half of signing: looks which parts of an upload that goes on have arrived. Null for a new one.
 * Refuses NOT_FOUND for an upload that is not the record's or was announced as another file, and UPLOAD_EXPIRED.
 */
export async function findResumed(
  { read, now, services }: PhotoPreparation,
  input: Wanted,
): Promise<ResumedUpload | null> {
  const { uploadId } = input
  if (uploadId === undefined) return null
  const upload = await read((tx) => resumable(tx, { ...input, uploadId }))
  if (upload.savedAt !== null) return { upload, missing: [] }
  if (now.getTime() - Date.parse(upload.expiresAt) > UPLOAD_KEPT_MS) refuse('UPLOAD_EXPIRED')
  const received = new Set((await receivedParts(services.storage, upload)).map((part) => part.index))
  return { upload, missing: partsOf(upload).filter((part) => !received.has(part.index)) }
}

async function resumable(tx: Tx, wanted: Wanted & { readonly uploadId: string }): Promise<Upload> {
  const { photoTaskId, uploadId, contentType, sizeBytes } = wanted
  const record = (await findRecord(tx, { photoTaskId })) ?? refuse('NOT_FOUND')
  checkPhotosOpen(record)
  const [upload] = await uploadsOf(tx, record.inspectionId, [uploadId])
  const isSame = upload?.contentType === contentType && upload.sizeBytes === sizeBytes
  return upload && isSame ? upload : refuse('NOT_FOUND')
}

/**
 * Signs the forms by which a browser sends one photograph of a record straight to the storage, a form for each part; an
 * upload that goes on gets new ones for the parts that it still needs.
 * Refuses NOT_FOUND, STATE_CHANGED once the photographs are settled, and PHOTO_LIMIT while too many files are announced.
 */
export async function signPhotoUpload(
  context: PhotoContext,
  input: Wanted,
  resumed: ResumedUpload | null,
): Promise<OutputOf<UploadSign>> {
  const { tx, now, services } = context
  const record = (await findRecord(tx, { photoTaskId: input.photoTaskId })) ?? refuse('NOT_FOUND')
  checkPhotosOpen(record)
  const isCounted = resumed !== null && Date.parse(resumed.upload.expiresAt) > now.getTime()
  if (!isCounted && (await countOpenUploads(tx, record.inspectionId, now)) >= OPEN_UPLOADS_MAX) {
    refuse('PHOTO_LIMIT', { message: '正在上传的照片过多，请等当前照片保存后再继续' })
  }
  if (resumed === null) await discardAbandonedUploads(context)
  const expiresAt = later(now, FORM_MS)
  const { uploadId, missing } =
    resumed === null
      ? await announce(context, record.inspectionId, input, expiresAt)
      : await renew(tx, resumed, expiresAt)
  return {
    uploadId,
    method: 'POST',
    partBytes: PART_BYTES,
    partCount: Math.ceil(input.sizeBytes / PART_BYTES),
    parts: missing.map((part) => signPart(services, part, expiresAt)),
    expiresAt: expiresAt.toISOString(),
  }
}

/** Parts are pieces of a file and nothing that a browser could show. */
const PART_TYPE = 'application/octet-stream'

function signPart({ storage }: Pick<Services, 'storage'>, { index, key, bytes }: Part, expiresAt: Date) {
  const { url, fields } = storage.signUpload({ key, contentType: PART_TYPE, maxBytes: bytes, expiresAt })
  return { index, url, fields: { ...fields } }
}

async function announce(
  { tx, actor, now }: PhotoContext,
  inspectionId: string,
  { contentType, sizeBytes }: Wanted,
  expiresAt: Date,
): Promise<{ uploadId: string; missing: readonly Part[] }> {
  const uploadId = newId()
  const storageKey = `merchant/${actor.merchantId}/upload/${uploadId}`
  const { employeeId } = actor
  await insertUpload(tx, { uploadId, inspectionId, storageKey, contentType, sizeBytes, expiresAt, employeeId, now })
  return { uploadId, missing: partsOf({ storageKey, sizeBytes }) }
}

async function renew(tx: Tx, { upload, missing }: ResumedUpload, expiresAt: Date) {
  const { uploadId } = upload
  // nothing is missing any more when it was saved meanwhile
  return { uploadId, missing: (await renewUpload(tx, uploadId, expiresAt)) ? missing : [] }
}

/** Files that were announced and never saved go with the next upload of the same merchant, a day after their forms expired. */
async function discardAbandonedUploads({ tx, actor, now }: PhotoContext): Promise<void> {
  const abandoned = await forgetAbandonedUploads(tx, later(now, -UPLOAD_KEPT_MS))
  const keys = abandoned.flatMap((upload) => {
    const { fullKey, thumbKey } = photoKeys(actor.merchantId, upload.uploadId)
    return [...partKeys(upload), fullKey, thumbKey]
  })
  await removeFilesLater(tx, 'abandoned', keys, now)
}
