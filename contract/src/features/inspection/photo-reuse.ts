import * as z from 'zod'
import { read, write } from '../../call.ts'
import { grade, id, moment, photoMarks, photoView, scannedCode } from '../../shapes.ts'
import { PHOTO_READING, PHOTO_SAVING_REFUSALS } from './photo.ts'
import { inspectionState } from './rows.ts'

const NO_ID = '01890000-0000-7000-8000-000000000000'

/** Who may take the photographs of another record over. */
const REUSING = { anyOf: ['/xySaasDetect/realPhoto/useOldRealPhotoInfo'] } as const

const REUSE_REFUSALS = ['NOT_FOUND', 'STATE_CHANGED', 'PHOTO_REUSE_REFUSED', 'PHOTO_LIMIT'] as const

const reused = z.strictObject({
  photoTaskId: id,
  /** The photographs of the kind in question, those taken over included; each says where it comes from. */
  photos: z.array(photoView),
  addedCount: z.int(),
  missingShots: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  inspectionState,
})

/** Where a photo task stands: 待拍摄 · 上传中 · 已上传 · 已复用. */
const taskProgress = z.enum(['waiting', 'uploading', 'complete', 'reused'])

/** Photographs read and taken over from one record to another (docs/domain.md §4.3). */
export const photoReuse = {
  getRealPhotoInfoByTaskId: read({
    path: '/xySaasDetect/realPhoto/getRealPhotoInfoByTaskId',
    title: '实拍图进度',
    live: ['photo'],
    access: PHOTO_READING,
    input: z.strictObject({ photoTaskId: id }),
    output: z.strictObject({
      photoTaskId: id,
      inspectionId: id,
      inspectionNo: z.string(),
      progress: taskProgress,
      /** Each shot that is wanted, with the photograph that is kept for certain, or null. */
      shots: z.array(
        z.strictObject({
          code: z.string(),
          name: z.string(),
          rule: z.enum(['must', 'recommended', 'optional']),
          photo: photoView.nullable(),
        }),
      ),
      /** Files that were announced and are not photographs yet, with the parts that have arrived. */
      uploads: z.array(
        z.strictObject({
          uploadId: id,
          sizeBytes: z.int(),
          partCount: z.int(),
          receivedParts: z.array(z.int()),
          expiresAt: moment,
        }),
      ),
      /** The numbers of the records that photographs were taken over from. */
      reusedFrom: z.array(z.string()),
    }),
    refusals: ['NOT_FOUND'],
    ids: ['photoTaskId'],
    example: { photoTaskId: NO_ID },
  }),
  getRealPhotoInfoByImei: read({
    path: '/xySaasDetect/realPhoto/getRealPhotoInfoByImei',
    title: '同机历史照片',
    access: REUSING,
    rate: 'search',
    /** Any code of the phone; with `photoTaskId` each record says whether its photographs can be taken over there. */
    input: z.strictObject({ imei: scannedCode, photoTaskId: id.optional() }),
    output: z.strictObject({
      /** Newest first, at most 20, without the task's own record. */
      records: z.array(
        z.strictObject({
          inspectionId: id,
          inspectionNo: z.string(),
          photoTaskId: id,
          grade: grade.nullable(),
          state: inspectionState,
          createdAt: moment,
          photos: z.array(photoView),
          defectPhotos: z.array(photoView),
          /** Why they cannot be taken over, empty when they can. */
          obstacle: z.string(),
        }),
      ),
    }),
    refusals: ['CODE_INVALID', 'NOT_FOUND'],
    ids: ['photoTaskId'],
    example: { imei: '490154203237518' },
  }),
  useOldRealPhotoInfo: write({
    path: '/xySaasDetect/realPhoto/useOldRealPhotoInfo',
    title: '复用历史实拍图',
    access: REUSING,
    /** Takes over the shots that the task wants and does not have; what it has stays. */
    input: z.strictObject({ photoTaskId: id, fromInspectionId: id }),
    output: reused,
    refusals: REUSE_REFUSALS,
    ids: ['photoTaskId', 'fromInspectionId'],
    example: { photoTaskId: NO_ID, fromInspectionId: NO_ID },
  }),
  copyRealPhoto: write({
    path: '/xySaasDetect/realPhoto/copyRealPhoto',
    title: '复制实拍图到同批手机',
    access: REUSING,
    /** To records of the same batch: one phone's photographs stand for the others. */
    input: z.strictObject({ fromPhotoTaskId: id, toInspectionIds: z.array(id).min(1).max(50) }),
    output: z.strictObject({
      results: z.array(
        z.strictObject({
          inspectionId: id,
          inspectionNo: z.string(),
          ok: z.boolean(),
          message: z.string(),
          addedCount: z.int(),
        }),
      ),
    }),
    refusals: ['NOT_FOUND'],
    ids: ['fromPhotoTaskId', 'toInspectionIds'],
    example: { fromPhotoTaskId: NO_ID, toInspectionIds: [NO_ID] },
  }),
  getRealPhotoInfoByDetectNo: read({
    path: '/xySaasDetectApi/realPhoto/getRealPhotoInfoByDetectNo',
    title: '按质检单号查实拍图',
    access: PHOTO_READING,
    input: z.strictObject({ detectNo: z.string().trim().min(1).max(40) }),
    output: z.strictObject({
      inspectionId: id,
      inspectionNo: z.string(),
      photoTaskId: id,
      photos: z.array(photoView),
      defectPhotos: z.array(photoView),
    }),
    refusals: ['NOT_FOUND'],
    example: { detectNo: 'ZJ26112200001' },
  }),
  reusePhotoRecord: write({
    path: '/xySaasDetect/defPhoto/reusePhotoRecord',
    title: '复用历史瑕疵图',
    access: REUSING,
    /** Takes over the photographs of the defects that both records have. */
    input: z.strictObject({ photoTaskId: id, fromInspectionId: id }),
    output: reused,
    refusals: REUSE_REFUSALS,
    ids: ['photoTaskId', 'fromInspectionId'],
    example: { photoTaskId: NO_ID, fromInspectionId: NO_ID },
  }),
} as const

/** Beyond the specification: order and marks of photographs that are kept already. */
export const photoEdit = {
  arrange: write({
    path: '/api/ext/photo/arrange',
    title: '调整照片位置',
    access: { anyOf: ['/xySaasDetectApi/realPhoto/saveRealPhoto'] },
    /** Photographs with the shot that each is to show from now on; two that change places are named both. */
    input: z.strictObject({
      photoTaskId: id,
      moves: z
        .array(z.strictObject({ photoId: id, position: z.string().min(1).max(20) }))
        .min(1)
        .max(15),
    }),
    output: z.strictObject({
      photos: z.array(photoView),
      missingShots: z.array(z.strictObject({ code: z.string(), name: z.string() })),
      inspectionState,
    }),
    refusals: PHOTO_SAVING_REFUSALS,
    ids: ['photoTaskId', 'moves.photoId'],
    example: { photoTaskId: NO_ID, moves: [{ photoId: NO_ID, position: 'back' }] },
  }),
  mark: write({
    path: '/api/ext/photo/mark',
    title: '圈注照片',
    access: { anyOf: ['/api/ext/defPhoto/save', '/xySaasDetectApi/realPhoto/saveRealPhoto'] },
    /** All circles and arrows of a photograph; they replace those it had. The picture itself stays as it is. */
    input: z.strictObject({ photoTaskId: id, photoId: id, marks: photoMarks }),
    output: z.strictObject({ photo: photoView }),
    refusals: ['NOT_FOUND', 'STATE_CHANGED'],
    ids: ['photoTaskId', 'photoId'],
    example: { photoTaskId: NO_ID, photoId: NO_ID, marks: [] },
  }),
} as const
