import * as z from 'zod'
import { read, write } from '../../call.ts'
import { id, moment, photoView } from '../../shapes.ts'
import { PHOTO_SAVING_REFUSALS, shotView, uploadForm, uploadKind } from './photo.ts'

const NO_ID = '01890000-0000-7000-8000-000000000000'
const TAKING = { anyOf: ['/xySaasDetectApi/realPhoto/saveRealPhoto'] } as const

const link = z.strictObject({
  linkId: id,
  createdBy: z.string(),
  createdAt: moment,
  expiresAt: moment,
  /** When a phone last used it; null when none did. */
  lastUsedAt: moment.nullable(),
})

/** What the phone shows in its address after `#`; it opens one photo task and nothing else. Any other text is refused as a bad one. */
const token = z.string().max(200)

/**
 * A link that lets a phone without a session take the photographs of one task (docs/domain.md §4.4). Whoever made it
 * answers for them: it works while that person may take photographs.
 */
export const photoLinks = {
  create: write({
    path: '/api/ext/photoLink/create',
    title: '生成手机拍照链接',
    access: TAKING,
    answerIsSecret: true,
    /** Gives the link that this person already has for the task while it is good for half its time. */
    input: z.strictObject({ photoTaskId: id }),
    output: link.extend({
      /** The page with its token, to be put after the address of the site. */
      path: z.string(),
    }),
    refusals: ['NOT_FOUND', 'STATE_CHANGED'],
    ids: ['photoTaskId'],
    example: { photoTaskId: NO_ID },
  }),
  list: read({
    path: '/api/ext/photoLink/list',
    title: '手机拍照链接',
    live: ['photo'],
    access: TAKING,
    input: z.strictObject({ photoTaskId: id }),
    /** Those that still work, newest first. */
    output: z.strictObject({ links: z.array(link) }),
    refusals: ['NOT_FOUND'],
    ids: ['photoTaskId'],
    example: { photoTaskId: NO_ID },
  }),
  revoke: write({
    path: '/api/ext/photoLink/revoke',
    title: '停用手机拍照链接',
    access: TAKING,
    input: z.strictObject({ photoTaskId: id }),
    /** How many links stopped working. */
    output: z.strictObject({ count: z.int() }),
    refusals: ['NOT_FOUND'],
    ids: ['photoTaskId'],
    example: { photoTaskId: NO_ID },
  }),
} as const

const EXAMPLE_TOKEN = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** What the page of one photo task on a phone asks. The token is all it has; a bad, old or revoked one is refused alike. */
export const photoPages = {
  task: read({
    path: '/api/ext/photoPage/task',
    title: '手机拍照任务',
    access: 'public',
    input: z.strictObject({ token }),
    output: z.strictObject({
      photoTaskId: id,
      inspectionNo: z.string(),
      modelName: z.string(),
      skuText: z.string(),
      expiresAt: moment,
      shots: z.array(shotView),
      photos: z.array(photoView),
      missingShots: z.array(z.strictObject({ code: z.string(), name: z.string() })),
      /** The exceptions that need a photograph of their own, with those there are. */
      defects: z.array(
        z.strictObject({
          itemCode: z.string(),
          itemName: z.string(),
          optionCode: z.string(),
          optionName: z.string(),
          photos: z.array(photoView),
        }),
      ),
    }),
    refusals: ['PHOTO_LINK_INVALID'],
    example: { token: EXAMPLE_TOKEN },
  }),
  sign: write({
    path: '/api/ext/photoPage/sign',
    title: '手机拍照上传凭证',
    access: 'public',
    rate: 'upload',
    input: z.strictObject({ token, ...uploadKind }),
    output: uploadForm,
    refusals: ['PHOTO_LINK_INVALID', 'STATE_CHANGED', 'PHOTO_LIMIT', 'NOT_FOUND', 'UPLOAD_EXPIRED'],
    ids: [],
    example: { token: EXAMPLE_TOKEN, contentType: 'image/jpeg', sizeBytes: 1024 },
  }),
  save: write({
    path: '/api/ext/photoPage/save',
    title: '手机保存照片',
    access: 'public',
    rate: 'upload',
    /** One photograph: of a shot, or of the defect of an item. */
    input: z.strictObject({
      token,
      uploadId: id,
      subject: z.union([
        z.strictObject({ kind: z.literal('real'), position: z.string().min(1).max(20) }),
        z.strictObject({
          kind: z.literal('defect'),
          itemCode: z.string().max(8),
          optionCode: z.string().max(12),
        }),
      ]),
    }),
    output: z.strictObject({
      photos: z.array(photoView),
      missingShots: z.array(z.strictObject({ code: z.string(), name: z.string() })),
    }),
    refusals: ['PHOTO_LINK_INVALID', ...PHOTO_SAVING_REFUSALS],
    example: { token: EXAMPLE_TOKEN, uploadId: NO_ID, subject: { kind: 'real', position: 'back' } },
  }),
} as const
