import { RECHECK_PHOTOS_MAX, REFUSAL_PHOTOS_MAX } from '@huanji/contract/constants'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { obstacleTo } from '../../gateway/allowed-actions.ts'
import type { Actor } from '../../platform/actor.ts'
import { removeFilesLater } from '../inspection/photo/jobs.ts'
import { type PhotoPreparation, type PreparedPhoto, prepareUploads, unsavedOf } from '../inspection/photo/saving.ts'
import { takeUpload } from '../inspection/photo/store.ts'
import type { FindTarget } from '../inspection/photo/uploads.ts'
import { REFUND_ACTIONS, type RefundFacts } from './actions.ts'
import { requireVisible } from './channel-rules.ts'
import { insertRefundPhotos, type NewRefundPhoto, refundPhotos } from './photo-store.ts'
import { besideRefund } from './present.ts'
import type { RefundContext } from './requesting.ts'
import { findRefund } from './store.ts'

/** Uploads of a case whose pictures lie under their own names by now. */
export type PreparedCasePhotos = readonly PreparedPhoto[]

/** A case can be photographed for a refusal and for a re-check, each begun anew once. */
const OPEN_MAX = 2 * (REFUSAL_PHOTOS_MAX + RECHECK_PHOTOS_MAX)

/** Pictures serve a refusal or a re-check: one of them must be possible. */
function requirePhotosOpen(facts: RefundFacts): void {
  const { refuse: refusing, recheck } = REFUND_ACTIONS
  if (obstacleTo(refusing, facts) === null || obstacleTo(recheck, facts) === null) return
  refuse('STATE_CHANGED', { state: stateLabel(REFUND_STATES, facts.state) ?? facts.state, action: '上传照片' })
}

/** A case that pictures are taken for. Refuses NOT_FOUND, and STATE_CHANGED where they would serve nothing. */
export const caseTarget =
  (actor: Actor, refundId: string): FindTarget =>
  async (tx) => {
    const refund = requireVisible(await findRefund(tx, { refundId }), actor)
    requirePhotosOpen({ ...refund, ...(await besideRefund(tx, refund)) })
    return { owner: { refundId }, openMax: OPEN_MAX }
  }

/**
 * The slow half of keeping pictures of a case: makes them of what was sent. Refuses NOT_FOUND, UPLOAD_EXPIRED, UPLOAD_MISSING
 * and PHOTO_INVALID.
 */
export const prepareCasePhotos = (
  context: PhotoPreparation,
  refundId: string,
  uploadIds: readonly string[],
): Promise<PreparedCasePhotos> =>
  prepareUploads(context, async (tx: Tx) => {
    requireVisible(await findRefund(tx, { refundId }), context.actor)
    return unsavedOf(tx, { refundId }, uploadIds)
  })

/** The quick half: the pictures are the case's from now on. Gives the ids of all that were named, each once, in their order. */
export async function keepPhotos(
  { tx, actor, now }: RefundContext,
  refundId: string,
  purpose: NewRefundPhoto['purpose'],
  uploadIds: readonly string[],
  prepared: PreparedCasePhotos,
): Promise<string[]> {
  const ids = [...new Set(uploadIds)]
  const fresh: NewRefundPhoto[] = []
  const sent: string[] = []
  for (const { uploadId, sentKeys, sha256: _digest, ...picture } of prepared) {
    if (!(await takeUpload(tx, uploadId, now))) continue
    sent.push(...sentKeys)
    const position = ids.indexOf(uploadId)
    fresh.push({ ...picture, pictureId: uploadId, purpose, position, takenBy: actor.employeeId })
  }
  await insertRefundPhotos(tx, refundId, fresh, now)
  await removeFilesLater(tx, refundId, sent, now)
  if (purpose === 'recheck') await requireRoom(tx, refundId)
  return ids
}

/** Refuses PHOTO_LIMIT for a case with more pictures of its re-checks than one may have. */
async function requireRoom(tx: Tx, refundId: string): Promise<void> {
  const kept = (await refundPhotos(tx, refundId)).filter(({ purpose }) => purpose === 'recheck')
  if (kept.length <= RECHECK_PHOTOS_MAX) return
  refuse('PHOTO_LIMIT', { message: `复检照片最多${RECHECK_PHOTOS_MAX}张` }, { field: 'uploadIds' })
}
