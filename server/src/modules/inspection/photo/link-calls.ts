import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import { defectPhoto } from '@huanji/contract/features/inspection/photo'
import { photoLinks, photoPages } from '@huanji/contract/features/inspection/photo-link'
import { refuse } from '../../../errors/refusal.ts'
import { forAnyone, handlers, type PrepareContext, type PublicContext, twoSteps } from '../../../gateway/handler.ts'
import { isGranted } from '../../../platform/access.ts'
import type { Actor } from '../../../platform/actor.ts'
import { skuTextOf } from './link-store.ts'
import { createLink, endLinks, type OpenedTask, openTaskByToken, readingAs, workingLinks } from './links.ts'
import { presentPhoto } from './present.ts'
import { missingShotsOf } from './progress.ts'
import {
  commitPhotos,
  type PhotoChange,
  type PhotoContext,
  type PhotoPreparation,
  preparePhotos,
  requiredDefects,
} from './saving.ts'
import { type PhotoRow, photoRowsOf } from './store.ts'
import { findResumed, recordTarget, signPhotoUpload } from './uploads.ts'

const linkCalls = handlers(photoLinks, {
  create: (context, { photoTaskId }) => createLink(context, photoTaskId),
  list: async (context, { photoTaskId }) => ({ links: await workingLinks(context, photoTaskId) }),
  revoke: async (context, { photoTaskId }) => ({ count: await endLinks(context, photoTaskId) }),
})

type Saved = ParsedOf<typeof photoPages.save>

const mayPhotographDefects = (actor: Actor): boolean => isGranted(defectPhoto.save.access, actor)

/** A call's own context, acting as whoever made the link. */
const actingIn = ({ now, services }: PublicContext, { tx, actor }: OpenedTask): PhotoContext => ({
  tx,
  actor,
  now,
  services,
})

/** The same for the slow half of a call, with the task that the token is for. */
async function actingAhead(
  { now, services, read, left }: PrepareContext<PublicContext>,
  token: string,
): Promise<{ preparation: PhotoPreparation; photoTaskId: string }> {
  const { actor, record } = await read((tx) => openTaskByToken({ tx, now, services }, token))
  const preparation = { now, services, left, actor, read: readingAs(read, actor) }
  return { preparation, photoTaskId: record.photoTaskId }
}

const pageCalls = handlers(photoPages, {
  task: forAnyone(async (context, { token }) => presentTask(context, await openTaskByToken(context, token))),

  sign: forAnyone(
    twoSteps({
      prepare: async (context: PrepareContext<PublicContext>, { token, ...wanted }) => {
        const { preparation, photoTaskId } = await actingAhead(context, token)
        return findResumed(preparation, recordTarget(photoTaskId), wanted)
      },
      commit: async (context: PublicContext, { token, ...wanted }, resumed) => {
        const opened = await openTaskByToken(context, token)
        const { photoTaskId } = opened.record
        return signPhotoUpload(actingIn(context, opened), recordTarget(photoTaskId), wanted, resumed)
      },
    }),
  ),

  save: forAnyone(
    twoSteps({
      prepare: async (context: PrepareContext<PublicContext>, input) => {
        const { preparation, photoTaskId } = await actingAhead(context, input.token)
        checkSubject(preparation.actor, input)
        return preparePhotos(preparation, changeOf(photoTaskId, input))
      },
      commit: async (context: PublicContext, input, prepared) => {
        const opened = await openTaskByToken(context, input.token)
        checkSubject(opened.actor, input)
        const change = changeOf(opened.record.photoTaskId, input)
        const { record, photos } = await commitPhotos(actingIn(context, opened), change, prepared)
        return {
          photos: photos.map((photo) => presentPhoto(photo, context.services, context.now)),
          missingShots: missingShotsOf(record.report, photos),
        }
      },
    }),
  ),
})

/** The page offers no defect to somebody who may not save one. */
function checkSubject(actor: Actor, { subject }: Saved): void {
  if (subject.kind === 'defect' && !mayPhotographDefects(actor)) refuse('PHOTO_LINK_INVALID')
}

function changeOf(photoTaskId: string, { uploadId, subject }: Saved): PhotoChange {
  const shown =
    subject.kind === 'real'
      ? { position: subject.position, itemCode: null, optionCode: null }
      : { position: null, itemCode: subject.itemCode, optionCode: subject.optionCode }
  return { photoTaskId, kind: subject.kind, photos: [{ uploadId, remark: '', ...shown }], removePhotoIds: [] }
}

async function presentTask(
  { services, now }: PublicContext,
  { tx, actor, record, link }: OpenedTask,
): Promise<OutputOf<typeof photoPages.task>> {
  const { photoTaskId, inspectionId, inspectionNo, modelName, report } = record
  const photos = await photoRowsOf(tx, [inspectionId])
  const shown = (taken: readonly PhotoRow[]) => taken.map((photo) => presentPhoto(photo, services, now))
  const required = mayPhotographDefects(actor) ? requiredDefects(record, photos) : []
  return {
    photoTaskId,
    inspectionNo,
    modelName,
    skuText: await skuTextOf(tx, inspectionId),
    expiresAt: link.expiresAt,
    shots: report.shots.map((shot) => ({ ...shot })),
    photos: shown(photos.filter((photo) => photo.kind === 'real')),
    missingShots: missingShotsOf(report, photos),
    defects: required.map(({ photoCount: _count, ...defect }) => ({
      ...defect,
      photos: shown(photos.filter((photo) => photo.itemCode === defect.itemCode)),
    })),
  }
}

export const photoLinkGroups = [linkCalls, pageCalls]
