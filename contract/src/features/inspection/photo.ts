import * as z from 'zod'
import { read, write } from '../../call.ts'
import { id, moment, photoView, text } from '../../shapes.ts'

/** Who may look at a record's photographs. */
export const PHOTO_READING = {
  anyOf: [
    '/xySaasDetectApi/realPhoto/saveRealPhoto',
    '/api/ext/defPhoto/save',
    '/xySaasDetect/detRecord/getDetRecordDetails',
  ],
} as const
const NO_ID = '01890000-0000-7000-8000-000000000000'

export const photoTaskState = z.enum(['waiting', 'complete'])

export const shotView = z.strictObject({
  code: z.string(),
  name: z.string(),
  hint: z.string(),
  rule: z.enum(['must', 'recommended', 'optional']),
  internal: z.boolean(),
})

/** What is about to be sent; an upload that was broken off goes on by its id. */
export const uploadKind = {
  contentType: z.enum(['image/jpeg', 'image/png', 'image/webp']),
  sizeBytes: z
    .int()
    .min(1)
    .max(10 * 1024 * 1024),
  uploadId: id.optional(),
}

/** Where a file goes, part by part; the file is whole when every part has arrived. */
export const uploadForm = z.strictObject({
  uploadId: id,
  method: z.literal('POST'),
  partBytes: z.int(),
  partCount: z.int(),
  /**
   * The parts that have not arrived yet: `index` from 0, with the form fields to send before the file, in this order; the
   * file field is called `file` and holds bytes `index * partBytes` and following. Empty when all have.
   */
  parts: z.array(z.strictObject({ index: z.int(), url: z.string(), fields: z.record(z.string(), z.string()) })),
  expiresAt: moment,
})

/** What can stand in the way of saving photographs of either kind. */
export const PHOTO_SAVING_REFUSALS = [
  'NOT_FOUND',
  'STATE_CHANGED',
  'PHOTO_LIMIT',
  'PHOTO_INVALID',
  'PHOTOS_MISSING',
  'UPLOAD_EXPIRED',
  'UPLOAD_MISSING',
] as const

/** realPhoto under both prefixes (docs/specification.md §7). A photo task belongs to one inspection record. */
export const realPhoto = {
  getDetectRealPhoto: read({
    path: '/xySaasDetect/realPhoto/getDetectRealPhoto',
    title: '实拍图任务',
    live: ['photo'],
    access: PHOTO_READING,
    input: z.strictObject({ photoTaskId: id }),
    output: z.strictObject({
      photoTaskId: id,
      inspectionId: id,
      inspectionNo: z.string(),
      modelName: z.string(),
      state: photoTaskState,
      shots: z.array(shotView),
      photos: z.array(photoView),
      missingShots: z.array(z.strictObject({ code: z.string(), name: z.string() })),
      updatedAt: moment,
    }),
    refusals: ['NOT_FOUND'],
    ids: ['photoTaskId'],
    example: { photoTaskId: NO_ID },
  }),
  saveRealPhoto: write({
    path: '/xySaasDetectApi/realPhoto/saveRealPhoto',
    title: '保存实拍图',
    rate: 'upload',
    input: z.strictObject({
      photoTaskId: id,
      /** Finished uploads with the shot each one shows; a shot that already has a photo is replaced. */
      photos: z
        .array(z.strictObject({ uploadId: id, position: z.string().min(1).max(20) }))
        .max(15)
        .default([]),
      removePhotoIds: z.array(id).max(15).default([]),
    }),
    output: z.strictObject({
      photos: z.array(photoView),
      missingShots: z.array(z.strictObject({ code: z.string(), name: z.string() })),
      /** The inspection's state afterwards: the last missing photo moves it on. */
      inspectionState: z.string(),
    }),
    refusals: PHOTO_SAVING_REFUSALS,
    ids: ['photoTaskId', 'photos.uploadId', 'removePhotoIds'],
    example: { photoTaskId: NO_ID, photos: [] },
  }),
} as const

export const defPhoto = {
  getDefPhotoInfoByTaskId: read({
    path: '/xySaasDetect/defPhoto/getDefPhotoInfoByTaskId',
    title: '瑕疵图任务',
    live: ['photo'],
    access: PHOTO_READING,
    input: z.strictObject({ photoTaskId: id }),
    output: z.strictObject({
      photoTaskId: id,
      photos: z.array(photoView.extend({ remark: z.string() })),
      /** Exceptions that must be photographed, with how many photos each has. */
      required: z.array(
        z.strictObject({
          itemCode: z.string(),
          itemName: z.string(),
          optionCode: z.string(),
          optionName: z.string(),
          photoCount: z.int(),
        }),
      ),
    }),
    refusals: ['NOT_FOUND'],
    ids: ['photoTaskId'],
    example: { photoTaskId: NO_ID },
  }),
} as const

/** Beyond the specification: it names no call that stores a defect photo. */
export const defectPhoto = {
  save: write({
    path: '/api/ext/defPhoto/save',
    title: '保存瑕疵图',
    rate: 'upload',
    input: z.strictObject({
      photoTaskId: id,
      photos: z
        .array(
          z.strictObject({
            uploadId: id,
            itemCode: z.string().max(8),
            optionCode: z.string().max(12),
            remark: text(100).default(''),
          }),
        )
        .max(20)
        .default([]),
      removePhotoIds: z.array(id).max(20).default([]),
    }),
    output: z.strictObject({ photos: z.array(photoView.extend({ remark: z.string() })), inspectionState: z.string() }),
    refusals: PHOTO_SAVING_REFUSALS,
    ids: ['photoTaskId', 'photos.uploadId', 'removePhotoIds'],
    example: { photoTaskId: NO_ID, photos: [] },
  }),
} as const
