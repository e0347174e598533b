import * as z from 'zod'
import { channel, grade, id, moment, version } from '../../shapes.ts'

/** 草稿 · 待拍摄 · 待封袋 · 可上架 · 已上架 · 已售 · 作废 */
export const inspectionState = z.enum([
  'draft',
  'awaiting_photos',
  'awaiting_seal',
  'listable',
  'listed',
  'sold',
  'voided',
])

export const repairFlag = z.enum(['R0', 'R1', 'R2', 'R3'])

/** What can be done with a record: 继续质检 · 封袋 · 换袋 · 换店铺 · 重拍 · 重检 · 作废 */
export const inspectionAction = z.enum([
  'continue',
  'seal',
  'list',
  'changeBag',
  'changeShop',
  'retake',
  'reinspect',
  'void',
])

export const inspectionRow = z.strictObject({
  inspectionId: id,
  inspectionNo: z.string(),
  channel,
  state: inspectionState,
  barCode: z.string(),
  imei: z.string(),
  modelId: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  systemGrade: grade.nullable(),
  repairFlag: repairFlag.nullable(),
  exceptionCount: z.int(),
  bagCode: z.string().nullable(),
  shopAccountId: id.nullable(),
  shopName: z.string().nullable(),
  /** The batch that the phone came in with; null for a phone that was inspected by itself. */
  batchId: id.nullable(),
  batchNo: z.string().nullable(),
  /** Where buyers read the report, to be put after the address of the site; null before it is submitted. */
  reportPath: z.string().nullable(),
  coverUrl: z.string().nullable(),
  photoCount: z.int(),
  inspectorName: z.string(),
  /** Who asked for other pictures, when and why; null where nobody did, or they were taken. */
  retake: z.strictObject({ askedAt: moment, askedBy: z.string(), reason: z.string() }).nullable(),
  allowedActions: z.array(inspectionAction),
  createdAt: moment,
  updatedAt: moment,
  version,
})
