import { defectPhoto, defPhoto, realPhoto } from '@huanji/contract/features/inspection/photo'
import { refuse } from '../../../errors/refusal.ts'
import { type CallContext, handlers, twoSteps } from '../../../gateway/handler.ts'
import { findRecord } from '../store.ts'
import { photoLinkGroups } from './link-calls.ts'
import { presentPhoto } from './present.ts'
import { missingShotsOf } from './progress.ts'
import { photoReuseGroups } from './reuse-calls.ts'
import {
  commitPhotos,
  type PhotoChange,
  preparePhotos,
  presentDefects,
  presentReal,
  requiredDefects,
} from './saving.ts'
import { photoRowsOf } from './store.ts'

/** The record behind a photo task and its photographs. Refuses NOT_FOUND. */
async function openTask({ tx }: CallContext, photoTaskId: string) {
  const record = (await findRecord(tx, { photoTaskId })) ?? refuse('NOT_FOUND')
  return { record, photos: await photoRowsOf(tx, [record.inspectionId]) }
}

const realPhotoCalls = handlers(realPhoto, {
  getDetectRealPhoto: async (context, { photoTaskId }) => {
    const { record, photos } = await openTask(context, photoTaskId)
    const missing = missingShotsOf(record.report, photos)
    return {
      photoTaskId,
      inspectionId: record.inspectionId,
      inspectionNo: record.inspectionNo,
      modelName: record.modelName,
      state: missing.length === 0 ? ('complete' as const) : ('waiting' as const),
      shots: record.report.shots.map((shot) => ({ ...shot })),
      photos: photos
        .filter((photo) => photo.kind === 'real')
        .map((photo) => presentPhoto(photo, context.services, context.now)),
      missingShots: missing,
      updatedAt: record.updatedAt,
    }
  },
  saveRealPhoto: twoSteps({
    prepare: (context, input) => preparePhotos(context, realChange(input)),
    commit: async (context, input, prepared) =>
      presentReal(context, await commitPhotos(context, realChange(input), prepared)),
  }),
})

function realChange(input: {
  photoTaskId: string
  photos: { uploadId: string; position: string }[]
  removePhotoIds: string[]
}): PhotoChange {
  return {
    ...input,
    kind: 'real',
    photos: input.photos.map((photo) => ({ ...photo, itemCode: null, optionCode: null, remark: '' })),
  }
}

const defPhotoCalls = handlers(defPhoto, {
  getDefPhotoInfoByTaskId: async (context, { photoTaskId }) => {
    const { record, photos } = await openTask(context, photoTaskId)
    return {
      photoTaskId,
      photos: photos
        .filter((photo) => photo.kind === 'defect')
        .map((photo) => ({ ...presentPhoto(photo, context.services, context.now), remark: photo.remark })),
      required: requiredDefects(record, photos),
    }
  },
})

const defectPhotoCalls = handlers(defectPhoto, {
  save: twoSteps({
    prepare: (context, input) => preparePhotos(context, defectChange(input)),
    commit: async (context, input, prepared) =>
      presentDefects(context, await commitPhotos(context, defectChange(input), prepared)),
  }),
})

function defectChange(input: {
  photoTaskId: string
  photos: { uploadId: string; itemCode: string; optionCode: string; remark: string }[]
  removePhotoIds: string[]
}): PhotoChange {
  return { ...input, kind: 'defect', photos: input.photos.map((photo) => ({ ...photo, position: null })) }
}

export const photoGroups = [realPhotoCalls, defPhotoCalls, defectPhotoCalls, ...photoLinkGroups, ...photoReuseGroups]
