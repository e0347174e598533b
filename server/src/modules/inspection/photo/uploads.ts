import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { detConfig } from '@huanji/contract/calls/detect-config'
import { PHOTO_LIMITS } from '@huanji/domain/photos/shots'
import { refuse } from '../../../errors/refusal.ts'
import type { CallContext } from '../../../gateway/handler.ts'
import { later } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { findRecord } from '../store.ts'
import { removeFilesLater } from './jobs.ts'
import { checkPhotosOpen, photoKeys, UPLOAD_KEPT_MS } from './saving.ts'
import { countOpenUploads, forgetAbandonedUploads, insertUpload } from './store.ts'

type UploadSign = typeof detConfig.getUploadSign

/** Long enough for a phone in a warehouse with a poor signal. */
const FORM_MS = 15 * 60 * 1000

/** A record can be filled twice over: once with what it holds, once with what replaces it. */
const OPEN_UPLOADS_MAX = 2 * (PHOTO_LIMITS.realMax + PHOTO_LIMITS.defectMax)

/**
 * Signs a form by which a browser sends one photograph of a record straight to the storage.
 * Refuses NOT_FOUND, STATE_CHANGED once the photographs are settled, and PHOTO_LIMIT while too many files are announced.
 */
export async function signPhotoUpload(
  { tx, actor, now, services }: CallContext,
  input: ParsedOf<UploadSign>,
): Promise<OutputOf<UploadSign>> {
  const record = (await findRecord(tx, { photoTaskId: input.photoTaskId })) ?? refuse('NOT_FOUND')
  checkPhotosOpen(record)
  if ((await countOpenUploads(tx, record.inspectionId, now)) >= OPEN_UPLOADS_MAX) {
    refuse('PHOTO_LIMIT', { message: '正在上传的照片过多，请等当前照片保存后再继续' })
  }
  await discardAbandonedUploads({ tx, actor, now })
  const uploadId = newId()
  const storageKey = `merchant/${actor.merchantId}/upload/${uploadId}`
  const expiresAt = later(now, FORM_MS)
  await insertUpload(tx, {
    uploadId,
    inspectionId: record.inspectionId,
    storageKey,
    contentType: input.contentType,
    sizeBytes: input.sizeBytes,
    expiresAt,
    employeeId: actor.employeeId,
    now,
  })
  const form = services.storage.signUpload({
    key: storageKey,
    contentType: input.contentType,
    maxBytes: PHOTO_LIMITS.maxBytes,
    expiresAt,
  })
  return {
    uploadId,
    url: form.url,
    method: form.method,
    fields: { ...form.fields },
    expiresAt: expiresAt.toISOString(),
  }
}

/** Files that were announced and never saved go with the next upload of the same merchant, a day after their form expired. */
async function discardAbandonedUploads({ tx, actor, now }: Pick<CallContext, 'tx' | 'actor' | 'now'>): Promise<void> {
  const abandoned = await forgetAbandonedUploads(tx, later(now, -UPLOAD_KEPT_MS))
  const keys = abandoned.flatMap(({ uploadId, storageKey }) => {
    const { fullKey, thumbKey } = photoKeys(actor.merchantId, uploadId)
    return [storageKey, fullKey, thumbKey]
  })
  await removeFilesLater(tx, 'abandoned', keys, now)
}
