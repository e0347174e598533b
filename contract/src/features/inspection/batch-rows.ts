import * as z from 'zod'
import { channel, grade, id, moment, version } from '../../shapes.ts'
import { inspectionRow, repairFlag } from './inspection-rows.ts'

/** What can be done with a batch: 追加手机 · 修改 */
export const batchAction = z.enum(['add', 'edit'])

export const batchRow = z.strictObject({
  batchId: id,
  batchNo: z.string(),
  channel,
  modelId: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade,
  repairFlag,
  /** The version that phones are added to; a frozen one stays as it was sold. */
  batchVersion: z.int(),
  shopAccountId: id.nullable(),
  shopName: z.string().nullable(),
  coverUrl: z.string().nullable(),
  remark: z.string(),
  totalCount: z.int(),
  /** In work: 草稿, 待拍摄, 待封袋. */
  waitingCount: z.int(),
  /** 可上架 */
  availableCount: z.int(),
  /** 已上架: offered or reserved. */
  lockedCount: z.int(),
  soldCount: z.int(),
  creatorName: z.string(),
  allowedActions: z.array(batchAction),
  createdAt: moment,
  updatedAt: moment,
  version,
})

export const batchUnitRow = inspectionRow.extend({
  batchVersion: z.int(),
  /** True for the phone whose photographs stand for the batch. */
  isSample: z.boolean(),
  /** What this phone has beside the batch's answers, in words; empty without. */
  ownExceptions: z.string(),
})
