import type { uploadForm, uploadKind } from '@huanji/contract/features/inspection/photo'
import { PHOTO_LIMITS } from '@huanji/domain/photos/limits'
import type * as z from 'zod'
import type { Tx } from '../../../database/database.ts'
import { refuse } from '../../../errors/refusal.ts'
import { later } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { Services } from '../../../services.ts'
import { findRecord } from '../store.ts'
import { removeFilesLater } from './jobs.ts'
import { PART_BYTES, type Part, partKeys, partsOf, receivedParts } from './parts.ts'
import { type PhotoContext, type PhotoPreparation, photoKeys, requirePhotosOpen, UPLOAD_KEPT_MS } from './saving.ts'
import {
  countOpenUploads,
  forgetAbandonedUploads,
  insertUpload,
  renewUpload,
  type Upload,
  type UploadOwner,
  uploadsOf,
} from './store.ts'

/** A file that somebody wants to send; `uploadId` where one goes on. */
export type WantedUpload = z.output<z.ZodObject<typeof uploadKind>>

/** What photographs are taken for. */
export interface PhotoTarget {
  readonly owner: UploadOwner
  /** So many of its files can be on their way at once. */
  readonly openMax: number
}

/** Finds what photographs are taken for. Refuses what is not there, and what takes none any more. */
export type FindTarget = (tx: Tx) => Promise<PhotoTarget>

/** Long enough for a phone in a warehouse with a poor signal. */
const FORM_MS = 15 * 60 * 1000

/** A record can be filled twice over: once with what it holds, once with what replaces it. */
const RECORD_OPEN_MAX = 2 * (PHOTO_LIMITS.realMax + PHOTO_LIMITS.defectMax)

/** The record of a photo task. Refuses NOT_FOUND, and STATE_CHANGED once its photographs are settled. */
export const recordTarget =
  (photoTaskId: string): FindTarget =>
  async (tx) => {
    const record = (await findRecord(tx, { photoTaskId })) ?? refuse('NOT_FOUND')
    await requirePhotosOpen(tx, record)
    return { owner: { inspectionId: record.inspectionId }, openMax: RECORD_OPEN_MAX }
  }

/** An upload that goes on, with the parts that it still needs. */
export interface ResumedUpload {
  readonly upload: Upload
  readonly missing: readonly Part[]
}

/**
 * The slow half of signing: looks which parts of an upload that goes on have arrived. Null for a new one.
 * Refuses NOT_FOUND for an upload that is not the target's or was announced as another file, and UPLOAD_EXPIRED.
 */
export async function findResumed(
  { read, now, services }: PhotoPreparation,
  findTarget: FindTarget,
  input: WantedUpload,
): Promise<ResumedUpload | null> {
  const { uploadId } = input
  if (uploadId === undefined) return null
  const upload = await read((tx) => resumable(tx, findTarget, { ...input, uploadId }))
  if (upload.savedAt !== null) return { upload, missing: [] }
  if (now.getTime() - Date.parse(upload.expiresAt) > UPLOAD_KEPT_MS) refuse('UPLOAD_EXPIRED')
  const received = new Set((await receivedParts(services.storage, upload)).map((part) => part.index))
  return { upload, missing: partsOf(upload).filter((part) => !received.has(part.index)) }
}

async function resumable(
  tx: Tx,
  findTarget: FindTarget,
  { uploadId, contentType, sizeBytes }: WantedUpload & { readonly uploadId: string },
): Promise<Upload> {
  const { owner } = await findTarget(tx)
  const [upload] = await uploadsOf(tx, owner, [uploadId])
  const isSame = upload?.contentType === contentType && upload.sizeBytes === sizeBytes
  return upload && isSame ? upload : refuse('NOT_FOUND')
}

/**
 * Signs the forms by which a browser sends one photograph straight to the storage, a form for each part; an
 * upload that goes on gets new ones for the parts that it still needs.
 * Refuses as the target does, and PHOTO_LIMIT while too many files are announced.
 */
export async function signPhotoUpload(
  context: PhotoContext,
  findTarget: FindTarget,
  input: WantedUpload,
  resumed: ResumedUpload | null,
): Promise<z.output<typeof uploadForm>> {
  const { tx, now, services } = context
  const { owner, openMax } = await findTarget(tx)
  const isCounted = resumed !== null && Date.parse(resumed.upload.expiresAt) > now.getTime()
  if (!isCounted && (await countOpenUploads(tx, owner, now)) >= openMax) {
    refuse('PHOTO_LIMIT', { message: '正在上传的照片过多，请等当前照片保存后再继续' })
  }
  if (resumed === null) await discardAbandonedUploads(context)
  const expiresAt = later(now, FORM_MS)
  const { uploadId, missing } =
    resumed === null ? await announce(context, owner, input, expiresAt) : await renew(tx, resumed, expiresAt)
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
  owner: UploadOwner,
  { contentType, sizeBytes }: WantedUpload,
  expiresAt: Date,
): Promise<{ uploadId: string; missing: readonly Part[] }> {
  const uploadId = newId()
  const storageKey = `merchant/${actor.merchantId}/upload/${uploadId}`
  const { employeeId } = actor
  await insertUpload(tx, { uploadId, owner, storageKey, contentType, sizeBytes, expiresAt, employeeId, now })
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
