import { BAG_STATES } from '@huanji/domain/states/bag'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import * as z from 'zod'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { CHANNEL_LABELS, codesOf } from '../../labels.ts'
import { channel, grade, id, moment, version } from '../../shapes.ts'
import { BAG_ACTION_LABELS } from './labels.ts'

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

/** 未使用 · 已绑定 · 已出库 · 已拆封 · 已作废 · 已预留 */
export const bagState = z.enum(['unused', 'bound', 'shipped', 'opened', 'voided', 'held'])

/** What was done to a bag: 登记 · 绑定 · 换绑 · 解绑 · 作废 · 出库 · 拆封 · 预留 · 取消预留 */
export const bagAction = z.enum(codesOf(BAG_ACTION_LABELS))

/** One act on a bag; a roll that was registered is one row. */
export const bagRecordRow = z.strictObject({
  recordId: id,
  bagCode: z.string(),
  action: bagAction,
  state: bagState,
  imei: z.string(),
  barCode: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  inspectionId: id.nullable(),
  inspectionNo: z.string(),
  shopName: z.string(),
  orderId: id.nullable(),
  orderNo: z.string(),
  note: z.string(),
  employeeName: z.string(),
  at: moment,
})

export const inspectionColumns = defineColumns(inspectionRow, {
  no: { title: '质检单号', kind: 'code', value: 'inspectionNo' },
  model: { title: '机型规格', kind: 'text', value: ['modelName', 'skuText'] },
  grade: { title: '成色', kind: 'grade' },
  state: { title: '状态', kind: 'state', labels: labelsOf(INSPECTION_STATES.states) },
  imei: { title: 'IMEI', kind: 'code' },
  barCode: { title: '条码', kind: 'code' },
  exceptions: { title: '异常项', kind: 'count', value: 'exceptionCount' },
  photos: { title: '照片', kind: 'count', value: 'photoCount' },
  bag: { title: '封袋码', kind: 'code', value: 'bagCode' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  inspector: { title: '质检员', kind: 'text', value: 'inspectorName' },
  createdAt: { title: '质检时间', kind: 'moment', sort: { first: 'desc' } },
  updatedAt: { title: '更新时间', kind: 'moment', hidden: true },
})

export const bagRecordColumns = defineColumns(bagRecordRow, {
  bag: { title: '封袋码', kind: 'code', value: 'bagCode' },
  action: { title: '操作', kind: 'choice', labels: BAG_ACTION_LABELS },
  state: { title: '封袋状态', kind: 'state', labels: labelsOf(BAG_STATES.states) },
  imei: { title: 'IMEI', kind: 'code' },
  barCode: { title: '条码', kind: 'code' },
  model: { title: '型号规格', kind: 'text', value: ['modelName', 'skuText'] },
  inspection: { title: '质检单号', kind: 'code', value: 'inspectionNo' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  order: { title: '关联订单', kind: 'code', value: 'orderNo' },
  note: { title: '说明', kind: 'text' },
  who: { title: '操作人', kind: 'text', value: 'employeeName' },
  at: { title: '操作时间', kind: 'moment', sort: { first: 'desc' } },
})

export const batchColumns = defineColumns(batchRow, {
  no: { title: '批次号', kind: 'code', value: 'batchNo' },
  model: { title: '机型规格', kind: 'text', value: ['modelName', 'skuText'] },
  grade: { title: '成色', kind: 'grade' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS },
  total: { title: '总数', kind: 'count', value: 'totalCount' },
  waiting: { title: '质检中', kind: 'count', value: 'waitingCount' },
  available: { title: '可上架', kind: 'count', value: 'availableCount' },
  locked: { title: '已上架', kind: 'count', value: 'lockedCount' },
  sold: { title: '已售', kind: 'count', value: 'soldCount' },
  batchVersion: { title: '版本', kind: 'count' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  creator: { title: '创建人', kind: 'text', value: 'creatorName' },
  createdAt: { title: '创建时间', kind: 'moment', sort: { first: 'desc' } },
  updatedAt: { title: '更新时间', kind: 'moment', hidden: true },
})

export const batchUnitColumns = defineColumns(batchUnitRow, {
  no: { title: '质检单号', kind: 'code', value: 'inspectionNo' },
  imei: { title: 'IMEI', kind: 'code' },
  barCode: { title: '条码', kind: 'code' },
  grade: { title: '成色', kind: 'grade' },
  state: { title: '状态', kind: 'state', labels: labelsOf(INSPECTION_STATES.states) },
  exceptions: { title: '本机异常', kind: 'text', value: 'ownExceptions' },
  batchVersion: { title: '版本', kind: 'count' },
  bag: { title: '封袋码', kind: 'code', value: 'bagCode' },
  photos: { title: '照片', kind: 'count', value: 'photoCount' },
  inspector: { title: '质检员', kind: 'text', value: 'inspectorName' },
  createdAt: { title: '质检时间', kind: 'moment', sort: { first: 'desc' } },
})
