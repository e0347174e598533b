import { BAG_STATES } from '@huanji/domain/states/bag'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { BAG_ACTION_LABELS, CHANNEL_LABELS } from '../../labels.ts'
import { batchRow, batchUnitRow } from './batch-rows.ts'
import { inspectionRow } from './inspection-rows.ts'
import { bagRecordRow } from './sealed-bag-rows.ts'

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
