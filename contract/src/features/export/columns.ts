import { EXPORT_STATES } from '@huanji/domain/states/export'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { EXPORT_FORMAT_LABELS } from '../../labels.ts'
import { exportRow } from './rows.ts'

export const exportColumns = defineColumns(exportRow, {
  title: { title: '导出内容', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(EXPORT_STATES.states) },
  filter: { title: '筛选条件', kind: 'text', value: 'filterText' },
  rows: { title: '行数', kind: 'count', value: 'rowsDone' },
  bytes: { title: '大小', kind: 'count' },
  format: { title: '格式', kind: 'choice', labels: EXPORT_FORMAT_LABELS },
  requestedBy: { title: '导出人', kind: 'text' },
  createdAt: { title: '创建时间', kind: 'moment' },
  finishedAt: { title: '完成时间', kind: 'moment', hidden: true },
  expiresAt: { title: '有效期至', kind: 'moment' },
})
